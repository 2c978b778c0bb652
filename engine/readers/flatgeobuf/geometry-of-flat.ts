import type { FlatTable } from './flat-table.ts';

/** Places of the fields of a geometry. */
const ENDS = 0;
const XY = 1;
const TYPE = 6;
const PARTS = 7;

/** The types by their number; curves and surfaces are not read. */
const TYPES = [
  null,
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
] as const;

/** Depth of nested collections that are read. */
const DEEPEST = 8;

/**
 * Returns a geometry of FlatGeobuf as GeoJSON; null without a position. `common` is the type of all
 * geometries of the file, 0 if they differ. Throws `RangeError` for another type.
 */
export function geometryOfFlat(flat: FlatTable, common: number, depth = 0): object | null {
  const type = TYPES[common || flat.uint8(TYPE)];
  if (!type || depth > DEEPEST) throw new RangeError('this type of geometry is not read');
  if (type === 'GeometryCollection') {
    const parts = flat.tables(PARTS).map((part) => geometryOfFlat(part, 0, depth + 1));
    return { type, geometries: parts.filter((part) => part !== null) };
  }
  if (type === 'MultiPolygon') {
    const parts = flat.tables(PARTS);
    return { type, coordinates: parts.map((part) => ringsOf(part)) };
  }
  const positions = flat.positions(XY);
  if (positions.length === 0) return null;
  if (type === 'Point') return { type, coordinates: positions[0] };
  const isOneList = type === 'LineString' || type === 'MultiPoint';
  return { type, coordinates: isOneList ? positions : ringsOf(flat) };
}

/** Cuts the positions into rings or lines, whose ends are left out if there is one. */
function ringsOf(flat: FlatTable): [number, number][][] {
  const positions = flat.positions(XY);
  const ends = flat.uint32s(ENDS);
  if (ends.length === 0) return [positions];
  return ends.map((end, i) => positions.slice(ends[i - 1] ?? 0, end));
}
