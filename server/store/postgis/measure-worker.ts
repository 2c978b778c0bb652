/** The thread that measures the features that PostGIS found, and prepares those that are asked about. */
import type { CellGrid, CellPart } from '../../geometry/cells-inside.ts';
import { edgeTreeOf } from '../../geometry/edge-tree.ts';
import { prepareQuery } from '../../geometry/intersects.ts';
import { shortestLine } from '../../geometry/nearest.ts';
import { decodeGeometries, decodeGeometry, type PackedGeometry } from '../../geometry/packed.ts';
import type { ShortestLine } from '../../geometry/sphere.ts';
import { measureCells } from '../measure-cells.ts';
import { measureInside, type TouchingFeature } from '../measure-inside.ts';
import { measureOverlaps, type MeasuredOverlaps, type Overlapped } from '../measure-overlaps.ts';
import { toMovable } from '../query-geometry.ts';
import { serveRequests, type Served } from '../serve-requests.ts';
import type { AttributeValue } from '../store.ts';

/** Some of the features, in the same order in each list. */
export interface FoundFeatures {
  readonly ids: readonly number[];
  readonly values: readonly AttributeValue[];
  /** For each feature, the values that are added up. */
  readonly numbers: readonly (readonly AttributeValue[])[];
  /** In m²; null if it is not stored. */
  readonly areas: readonly (number | null)[];
  /** The blobs of all, one after another; null for points. */
  readonly shapes: Uint8Array | null;
}

/** A request to measure the features inside an area. */
interface MeasureRequest {
  readonly kind: 'inside';
  readonly query: PackedGeometry;
  readonly found: readonly FoundFeatures[];
}

/** A request for the shortest lines from a geometry to others that do not touch it. */
interface LinesRequest {
  readonly kind: 'lines';
  readonly query: PackedGeometry;
  readonly blobs: readonly Uint8Array[];
}

/** A request to measure the cells of a raster inside an area. */
interface MeasureCellsRequest {
  readonly kind: 'cells';
  readonly query: PackedGeometry;
  readonly grid: CellGrid;
  readonly part: CellPart;
}

/** A request to measure what overlaps a feature. */
interface OverlapsOfRequest extends Omit<Overlapped, 'query'> {
  readonly kind: 'overlaps';
  readonly blob: Uint8Array;
  readonly found: readonly FoundFeatures[];
}

/** A request for the shape of a feature. */
interface ShapeRequest {
  readonly kind: 'shape';
  readonly blob: Uint8Array;
}

export type MeasureWork =
  MeasureRequest | LinesRequest | MeasureCellsRequest | OverlapsOfRequest | ShapeRequest;

serveRequests({ answer: (sent) => answer(sent as MeasureWork) });

function answer(request: MeasureWork): Served {
  switch (request.kind) {
    case 'inside':
      return { value: measureInside(prepareQuery(request.query), featuresOf(request.found)) };
    case 'lines':
      return { value: linesOf(request) };
    case 'cells':
      return { value: measureCells(request.query, request.grid, request.part) };
    case 'overlaps':
      return { value: overlapsOf(request) };
    case 'shape': {
      const { shape, buffers } = toMovable(decodeGeometry(request.blob));
      return { value: shape, transfer: buffers };
    }
  }
}

function linesOf({ query, blobs }: LinesRequest): ShortestLine[] {
  const edges = edgeTreeOf(query);
  return blobs.map((blob) => shortestLine(edges, edgeTreeOf(decodeGeometry(blob)), Infinity)!);
}

function overlapsOf({ blob, found, ...asked }: OverlapsOfRequest): MeasuredOverlaps {
  const query = prepareQuery(decodeGeometry(blob));
  return measureOverlaps({ ...asked, query }, featuresOf(found));
}

function* featuresOf(found: readonly FoundFeatures[]): Generator<TouchingFeature> {
  for (const { ids, values, numbers, areas, shapes } of found) {
    const each = shapes && decodeGeometries(shapes);
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
