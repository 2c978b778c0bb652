/** The thread that measures the features that PostGIS found inside an area. */
import { prepareQuery } from '../../geometry/intersects.ts';
import type { PackedGeometry } from '../../geometry/packed.ts';
import { measureInside, type TouchingFeature } from '../measure-inside.ts';
import { serveRequests } from '../serve-requests.ts';
import type { AttributeValue } from '../store.ts';
import { shapesOfWkb } from './wkb.ts';

/** Some of the features, in the same order in each list. */
export interface FoundFeatures {
  readonly values: readonly AttributeValue[];
  /** For each feature, the values that are added up. */
  readonly numbers: readonly (readonly AttributeValue[])[];
  /** In m²; null if it is not stored. */
  readonly areas: readonly (number | null)[];
  /** WKB of all, one after another; null for points. */
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
  for (const { values, numbers, areas, shapes } of found) {
    const each = shapes && shapesOfWkb(shapes);
    for (const [i, value] of values.entries())
      yield {
        value,
        numbers: numbers[i] ?? [],
        area: areas[i] ?? null,
        shape: each?.next().value ?? null,
      };
  }
}
