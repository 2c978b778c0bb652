/** The shapes of a shapefile (ESRI, "Shapefile Technical Description", July 1998). */
import type { Geometry, Position } from 'geojson';
import { polygonsOfRings } from './esri-rings.ts';
import { UnreadableData } from './unreadable-data.ts';

const FILE_CODE = 9994;
const HEADER_BYTES = 100;
const INDEX_BYTES = 8;
const MULTIPATCH = 31;
/** Limit below which a value means "no data" in the format. */
const NO_DATA = -1e38;

/**
 * Returns the shapes in the order of the index, null for empty ones, without heights and measures.
 * Throws `UnreadableData` with `name` in the message.
 */
export function parseShp(
  shp: Uint8Array,
  shx: Uint8Array,
  name: string,
): readonly (Geometry | null)[] {
  const shapes = viewOf(shp, name);
  const index = viewOf(shx, name);
  if (shapes.getInt32(32, true) === MULTIPATCH)
    throw new UnreadableData(
      `The file \`${name}\` has three-dimensional surfaces (MultiPatch), which are not supported.`,
    );
  const count = Math.floor((shx.length - HEADER_BYTES) / INDEX_BYTES);
  let total = 0;
  return Array.from({ length: count }, (_, record) => {
    // Offsets and lengths count words of two bytes.
    const start = 2 * index.getInt32(HEADER_BYTES + record * INDEX_BYTES) + 8;
    const length = 2 * index.getInt32(HEADER_BYTES + record * INDEX_BYTES + 4);
    if (start < HEADER_BYTES || length < 4 || start + length > shp.length) throw damaged(name);
    // Otherwise overlapping records could be read any number of times.
    total += length;
    if (total > shp.length) throw damaged(name);
    try {
      return shapeOf(new DataView(shp.buffer, shp.byteOffset + start, length));
    } catch (error) {
      if (error instanceof RangeError) throw damaged(name);
      throw error;
    }
  });
}

function viewOf(bytes: Uint8Array, name: string): DataView {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || view.getInt32(0) !== FILE_CODE) throw damaged(name);
  return view;
}

/** Reads one shape; throws a `RangeError` when it is truncated. */
function shapeOf(view: DataView): Geometry | null {
  const type = view.getInt32(0, true);
  // Types 11 to 18 have heights and measures, and types 21 to 28 measures, after the part that is
  // read here.
  switch (type % 10) {
    case 1:
      return pointOf(positionAt(view, 4));
    case 3:
      return linesOf(partsOf(view));
    case 5: {
      const polygons = polygonsOfRings(partsOf(view).filter((ring) => ring.length > 0));
      return polygons.length === 0 ? null : { type: 'MultiPolygon', coordinates: polygons };
    }
    case 8:
      return { type: 'MultiPoint', coordinates: positionsAt(view, 40, countAt(view, 36)) };
    default:
      return null;
  }
}

function pointOf(position: Position): Geometry | null {
  // Some writers store a missing point as "no data" instead of an empty shape.
  return position[0]! < NO_DATA ? null : { type: 'Point', coordinates: position };
}

function linesOf(parts: Position[][]): Geometry | null {
  return parts.length === 0 ? null : { type: 'MultiLineString', coordinates: parts };
}

function partsOf(view: DataView): Position[][] {
  const parts = countAt(view, 36);
  const points = countAt(view, 40);
  const first = 44 + 4 * parts;
  const starts = Array.from({ length: parts }, (_, part) => view.getInt32(44 + 4 * part, true));
  const isOrdered = starts.every((start, part) => start >= (starts[part - 1] ?? 0));
  if (!isOrdered) throw new RangeError('the parts overlap');
  return starts.map((start, part) => {
    const end = Math.min(starts[part + 1] ?? points, points);
    return start < end ? positionsAt(view, first + 16 * start, end - start) : [];
  });
}

/** Reads a count; every item must have at least one byte in the record. */
function countAt(view: DataView, at: number): number {
  const count = view.getInt32(at, true);
  if (count < 0 || count > view.byteLength) throw new RangeError('the record is truncated');
  return count;
}

function positionsAt(view: DataView, at: number, count: number): Position[] {
  // A loop, because a file has hundreds of thousands of positions.
  const positions: Position[] = [];
  for (let i = 0; i < count; i++) positions.push(positionAt(view, at + 16 * i));
  return positions;
}

function positionAt(view: DataView, at: number): Position {
  return [view.getFloat64(at, true), view.getFloat64(at + 8, true)];
}

function damaged(name: string): UnreadableData {
  return new UnreadableData(`The shapes of \`${name}\` (.shp, .shx) are damaged or truncated.`);
}
