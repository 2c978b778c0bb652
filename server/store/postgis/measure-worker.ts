/** The thread that measures the features that PostGIS found inside an area, or near one. */
import type { CellGrid, CellPart } from '../../geometry/cells-inside.ts';
import { edgeTreeOf } from '../../geometry/edge-tree.ts';
import { prepareQuery } from '../../geometry/intersects.ts';
import { shortestLine } from '../../geometry/nearest.ts';
import type { PackedGeometry } from '../../geometry/packed.ts';
import type { ShortestLine } from '../../geometry/sphere.ts';
import { measureCells } from '../measure-cells.ts';
import { measureInside, type Measured, type TouchingFeature } from '../measure-inside.ts';
import { serveRequests } from '../serve-requests.ts';
import type { AttributeValue } from '../store.ts';
import { shapesOfWkb } from './wkb.ts';

/** Some of the features, in the same order in each list. */
export interface FoundFeatures {
  readonly ids: readonly number[];
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

/** A request for the shortest lines from a geometry to others that do not touch it, each as WKB. */
export interface LinesRequest {
  readonly query: PackedGeometry;
  readonly shapes: readonly Uint8Array[];
}

/** A request to measure the cells of a raster inside an area. */
export interface MeasureCellsRequest {
  readonly query: PackedGeometry;
  readonly grid: CellGrid;
  readonly part: CellPart;
}

serveRequests({
  answer: (sent) => {
    const request = sent as MeasureRequest | LinesRequest | MeasureCellsRequest;
    if ('grid' in request) {
      const { query, grid, part } = request;
      return { value: measureCells(query, grid, part) };
    }
    return { value: 'shapes' in request ? linesOf(request) : measure(request) };
  },
});

function measure({ query, found }: MeasureRequest): Measured {
  return measureInside(prepareQuery(query), featuresOf(found));
}

function linesOf({ query, shapes }: LinesRequest): ShortestLine[] {
  const edges = edgeTreeOf(query);
  return shapes.map((shape) => {
    const [geometry] = shapesOfWkb(shape);
    return shortestLine(edges, edgeTreeOf(geometry!), Infinity)!;
  });
}

function* featuresOf(found: MeasureRequest['found']): Generator<TouchingFeature> {
  for (const { ids, values, numbers, areas, shapes } of found) {
    const each = shapes && shapesOfWkb(shapes);
    for (const [i, value] of values.entries())
      yield {
        id: ids[i]!,
        value,
        numbers: numbers[i] ?? [],
        area: areas[i] ?? null,
        shape: each?.next().value ?? null,
      };
  }
}
