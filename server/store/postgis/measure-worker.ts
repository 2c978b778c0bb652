/** The thread that measures the features that PostGIS found inside an area. */
import { prepareQuery } from '../../geometry/intersects.ts';
import type { PackedGeometry } from '../../geometry/packed.ts';
import { measureInside, type TouchingFeature } from '../measure-inside.ts';
import { serveRequests } from '../serve-requests.ts';
import type { AttributeValue } from '../store.ts';
import { polygonsOfWkb } from './wkb.ts';

/** Some of the features, in the same order in each list. */
export interface FoundFeatures {
  readonly values: readonly AttributeValue[];
  /** In m²; null if it is not stored. */
  readonly areas: readonly (number | null)[];
  /** WKB of all, one after another; null for points and lines. */
  readonly shapes: Uint8Array | null;
}

export interface MeasureRequest {
  readonly query: PackedGeometry;
  readonly found: readonly FoundFeatures[];
}

serveRequests({
  answer: (request) => {
    const { query, found } = request as MeasureRequest;
    return { value: measureInside(prepareQuery(query), featuresOf(found)) };
  },
});

function* featuresOf(found: MeasureRequest['found']): Generator<TouchingFeature> {
  for (const { values, areas, shapes } of found) {
    const polygons = shapes && polygonsOfWkb(shapes);
    for (const [i, value] of values.entries())
      yield { value, area: areas[i] ?? null, polygons: polygons?.next().value ?? null };
  }
}
