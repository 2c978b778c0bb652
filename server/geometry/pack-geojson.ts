import type {
  LineString,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  Point,
  Polygon,
  Position,
} from 'geojson';
import { tick } from './deadline.ts';
import type { GeometryKind, PackedGeometry } from './packed.ts';
import { UNITS_PER_DEGREE } from './packed.ts';
import { GeometryBuilder, firstRing, partStart } from './rings.ts';

/**
 * The reason why a geometry is rejected. The codes never change, because reports and messages use
 * them.
 */
export type RejectionCode =
  | 'no-geometry'
  | 'unknown-geometry-type'
  | 'mixed-collection'
  | 'wrong-kind'
  | 'wrong-nesting'
  | 'not-finite'
  | 'outside-world'
  | 'empty-geometry'
  | 'too-few-vertices'
  | 'too-many-vertices'
  | 'vanished-in-repair';

/** `repaired`: an open ring was closed, or a part without length or area was removed. */
export type PackResult =
  | { readonly ok: PackedGeometry; readonly repaired: boolean }
  | { readonly rejected: RejectionCode };

/** The GeoJSON types that a packed geometry can be converted to. */
export type PlainGeometry =
  Point | MultiPoint | LineString | MultiLineString | Polygon | MultiPolygon;

/** Maximum number of vertices of one feature. */
export const MAX_FEATURE_VERTICES = 1_000_000;

const MAX_COLLECTION_DEPTH = 8;
const MAX_LONGITUDE = 180 * UNITS_PER_DEGREE;
const MAX_LATITUDE = 90 * UNITS_PER_DEGREE;

const TYPES: Readonly<Record<string, { kind: GeometryKind; depth: number }>> = {
  Point: { kind: 'point', depth: 0 },
  MultiPoint: { kind: 'point', depth: 1 },
  LineString: { kind: 'line', depth: 1 },
  MultiLineString: { kind: 'line', depth: 2 },
  Polygon: { kind: 'polygon', depth: 2 },
  MultiPolygon: { kind: 'polygon', depth: 3 },
};

class Rejection extends Error {
  readonly code: RejectionCode;

  constructor(code: RejectionCode) {
    super(code);
    this.code = code;
  }
}

interface Packing {
  kind: GeometryKind | null;
  readonly builder: GeometryBuilder;
  vertices: number;
  repaired: boolean;
}

/**
 * Packs a value that should be a GeoJSON geometry. Coordinates are rounded to 1e-7 degree, heights
 * and repeated vertices are removed, and collections of one kind are merged. It checks the form,
 * but not whether polygons are valid; `normalise` checks both.
 */
export function packGeoJson(geometry: unknown): PackResult {
  const packing: Packing = {
    kind: null,
    builder: new GeometryBuilder(),
    vertices: 0,
    repaired: false,
  };
  try {
    addGeometry(geometry, packing, 0);
  } catch (error) {
    if (error instanceof Rejection) return { rejected: error.code };
    throw error;
  }
  const packed = packing.kind && packing.builder.build(packing.kind);
  if (packed) return { ok: packed, repaired: packing.repaired };
  return { rejected: packing.repaired ? 'vanished-in-repair' : 'empty-geometry' };
}

/** Converts a packed geometry to GeoJSON in degrees, with closed rings; Multi types only if needed. */
export function unpackToGeoJson(geometry: PackedGeometry): PlainGeometry {
  const { kind, ends, polygons } = geometry;
  if (kind === 'polygon') {
    const rings = Array.from(ends, (_, ring) => positionsOf(geometry, ring, true));
    const parts = Array.from(polygons, (end, p) => rings.slice(firstRing(polygons, p), end));
    return parts.length === 1
      ? { type: 'Polygon', coordinates: parts[0]! }
      : { type: 'MultiPolygon', coordinates: parts };
  }
  const parts = Array.from(ends, (_, part) => positionsOf(geometry, part, false));
  if (kind === 'line') {
    return parts.length === 1
      ? { type: 'LineString', coordinates: parts[0]! }
      : { type: 'MultiLineString', coordinates: parts };
  }
  const points = parts.flat();
  return points.length === 1
    ? { type: 'Point', coordinates: points[0]! }
    : { type: 'MultiPoint', coordinates: points };
}

function positionsOf(geometry: PackedGeometry, part: number, close: boolean): Position[] {
  const { coords, ends } = geometry;
  const positions: Position[] = [];
  for (let v = partStart(ends, part); v < ends[part]!; v++) {
    positions.push([coords[2 * v]! / UNITS_PER_DEGREE, coords[2 * v + 1]! / UNITS_PER_DEGREE]);
  }
  if (close) positions.push([...positions[0]!]);
  return positions;
}

function addGeometry(geometry: unknown, packing: Packing, depth: number): void {
  if (geometry === null || geometry === undefined) throw new Rejection('no-geometry');
  if (typeof geometry !== 'object') throw new Rejection('unknown-geometry-type');
  const { type, geometries, coordinates } = geometry as Record<string, unknown>;
  if (type === 'GeometryCollection') {
    if (depth === MAX_COLLECTION_DEPTH) throw new Rejection('wrong-nesting');
    for (const member of asList(geometries)) addGeometry(member, packing, depth + 1);
    return;
  }
  const form = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (form === undefined) throw new Rejection('unknown-geometry-type');
  if (packing.kind !== null && packing.kind !== form.kind) throw new Rejection('mixed-collection');
  packing.kind = form.kind;
  if (form.kind === 'point') addPoints(form.depth === 0 ? [coordinates] : coordinates, packing);
  else if (form.kind === 'line') {
    for (const line of form.depth === 1 ? [coordinates] : asList(coordinates)) {
      if (addPart(line, 2, packing)) packing.builder.endPart();
      else packing.repaired = true;
    }
  } else {
    for (const polygon of form.depth === 2 ? [coordinates] : asList(coordinates)) {
      addPolygon(polygon, packing);
    }
  }
}

function addPoints(coordinates: unknown, packing: Packing): void {
  const points = asList(coordinates);
  if (points.length === 0) return;
  for (const point of points) {
    const [x, y] = unitsOf(point, packing);
    packing.builder.addVertex(x, y);
  }
  packing.builder.endPoints();
}

function addPolygon(coordinates: unknown, packing: Packing): void {
  const rings = asList(coordinates);
  if (rings.length === 0) return;
  const before = packing.builder.parts;
  for (const ring of rings) {
    if (addPart(ring, 3, packing)) packing.builder.endPart();
    else {
      packing.repaired = true;
      // A polygon without its shell has no area, even if it has holes.
      if (packing.builder.parts === before) return;
    }
  }
  packing.builder.endPolygon();
}

/** Adds the vertices of a line or ring; returns false and adds nothing when too few are distinct. */
function addPart(coordinates: unknown, least: 2 | 3, packing: Packing): boolean {
  const positions = asList(coordinates).map((position) => unitsOf(position, packing));
  if (least === 3 && positions.length > 1) {
    const [first, last] = [positions[0]!, positions.at(-1)!];
    if (isSame(first, last)) positions.pop();
    else packing.repaired = true;
  }
  if (positions.length < least) throw new Rejection('too-few-vertices');
  const vertices = positions.filter((at, i) => i === 0 || !isSame(at, positions[i - 1]!));
  while (least === 3 && vertices.length > 1 && isSame(vertices[0]!, vertices.at(-1)!)) {
    vertices.pop();
  }
  if (vertices.length < least) return false;
  for (const [x, y] of vertices) packing.builder.addVertex(x, y);
  return true;
}

function unitsOf(position: unknown, packing: Packing): [number, number] {
  const [longitude, latitude] = asList(position);
  if (typeof longitude !== 'number' || typeof latitude !== 'number') {
    const deeper = Array.isArray(longitude) || Array.isArray(latitude);
    const missing = longitude === undefined || latitude === undefined;
    throw new Rejection(deeper || missing ? 'wrong-nesting' : 'not-finite');
  }
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) throw new Rejection('not-finite');
  const [x, y] = [longitude, latitude].map((degrees) => Math.round(degrees * UNITS_PER_DEGREE));
  // Some files have 180.00000000000003 degrees, which are 180 in whole units.
  if (Math.abs(x!) > MAX_LONGITUDE || Math.abs(y!) > MAX_LATITUDE) {
    throw new Rejection('outside-world');
  }
  packing.vertices++;
  tick();
  if (packing.vertices > MAX_FEATURE_VERTICES) throw new Rejection('too-many-vertices');
  return [x!, y!];
}

function isSame(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Rejection('wrong-nesting');
  return value;
}
