import type { Bounds } from 'atlas-engine';
import { geos, makeValid, scoped } from './geos.ts';
import { checkTime, DeadlineExceeded } from './deadline.ts';
import type { PackedGeometry } from './packed.ts';
import { GeometryBuilder, firstRing, partStart, polygonAt, type PolygonsOf } from './rings.ts';

/** Polygons in doubles or integers; otherwise the same as `PackedGeometry`. */
export type LoosePolygons = PolygonsOf<Float64Array | Int32Array>;

const POLYGON = 3;
const MULTIPOLYGON = 6;
const FIRST_COLLECTION = 4;
const KEEP_AREAS_ONLY = 0;
const GRID = 1;

/**
 * Maximum number of vertices of a polygon that is clipped and snapped. GEOS cannot be interrupted:
 * the worst polygon with this many vertices took 5 s, and one with twice as many took 18 s.
 */
const MAX_SNAPPED_VERTICES = 50_000;

/** Returns whether GEOS finds the polygons valid. */
export function geosIsValid(polygons: LoosePolygons): boolean {
  return scoped((keep) => geos.GEOSisValid(keep(toGeos(polygons))) === 1);
}

/**
 * Repairs polygons and snaps the result to whole units. Polygons that overlap are merged, a bow-tie
 * becomes two triangles, and parts without area are removed. Returns null when no area is left or
 * GEOS fails.
 */
export function geosRepair(polygons: LoosePolygons): PackedGeometry | null {
  return scoped((keep) => {
    const valid = keep(makeValid(keep(toGeos(polygons))));
    return fromGeos(keep(valid && geos.GEOSGeom_setPrecision(valid, GRID, KEEP_AREAS_ONLY)));
  });
}

/**
 * Clips polygons to a box and snaps them to whole units. Returns valid polygons, or null when nothing
 * is left. Throws `DeadlineExceeded`, also when too many vertices are left.
 */
export function geosClip(
  polygons: LoosePolygons,
  [minx, miny, maxx, maxy]: Bounds,
): PackedGeometry | null {
  return scoped((keep) => {
    const whole = keep(toGeos(polygons));
    const clipped = keep(geos.GEOSClipByRect(whole, minx, miny, maxx, maxy));
    boundSize(clipped);
    const snapped = keep(clipped && geos.GEOSGeom_setPrecision(clipped, GRID, KEEP_AREAS_ONLY));
    if (snapped) return fromGeos(snapped);
    boundSize(whole);
    const valid = keep(makeValid(whole));
    const box = keep(geos.GEOSGeom_createRectangle(minx, miny, maxx, maxy));
    return fromGeos(keep(valid && geos.GEOSIntersectionPrec(valid, box, GRID)));
  });
}

/** A circle in the units of its polygon. */
export interface Circle {
  readonly center: readonly [x: number, y: number];
  readonly radius: number;
}

/**
 * Returns the largest circle inside polygons; null when GEOS fails. Its centre is exact to a share of
 * the size of the polygons.
 */
export function largestCircle(polygons: LoosePolygons, tolerance: number): Circle | null {
  return scoped((keep) => {
    const whole = keep(toGeos(polygons));
    const size = Math.min(sizeOf(polygons.coords, 0), sizeOf(polygons.coords, 1));
    const radius = keep(geos.GEOSMaximumInscribedCircle(whole, size * tolerance));
    if (!radius) return null;
    const [x = 0, y = 0, edgeX = x, edgeY = y] = coordinatesOf(radius);
    return { center: [x, y], radius: Math.hypot(edgeX - x, edgeY - y) };
  });
}

/** Segments in a quarter of a circle; the arcs of a band have a radius of a few pixels. */
const ARC_SEGMENTS = 2;
const ROUND = 1;
const NO_MITRE = 0;

/**
 * Returns the band of a width along the inside of the outlines of valid polygons, in whole units. A
 * polygon that is narrower is returned whole. Null when GEOS fails.
 */
export function geosBand(polygons: LoosePolygons, width: number): PackedGeometry | null {
  const builder = new GeometryBuilder();
  for (let p = 0; p < polygons.polygons.length; p++) {
    const polygon = polygonAt(polygons, p);
    scoped((keep) => addBand(keep(toGeos(polygon)), width, { builder, keep }));
  }
  return builder.build('polygon');
}

/**
 * Adds the band of one polygon. If the polygon has no holes, the band is its exterior ring, with the
 * rings of the narrowed polygon as holes. If it has holes, the band of one ring can meet that of
 * another, so GEOS computes the difference.
 */
function addBand(
  polygon: number,
  width: number,
  { builder, keep }: { builder: GeometryBuilder; keep: (handle: number) => number },
): void {
  const inner = keep(
    geos.GEOSBufferWithStyle(polygon, -width, ARC_SEGMENTS, ROUND, ROUND, NO_MITRE),
  );
  if (!inner) return;
  const shape = geos.GEOSGetGeometryN(polygon, 0);
  if (geos.GEOSGetNumInteriorRings(shape) > 0) {
    const band = keep(geos.GEOSDifference(polygon, inner));
    if (band) addPolygons(band, builder);
    return;
  }
  addRing(geos.GEOSGetExteriorRing(shape), builder);
  if (geos.GEOSisEmpty(inner) === 0) {
    const count = geos.GEOSGetNumGeometries(inner);
    for (let i = 0; i < count; i++)
      addRing(geos.GEOSGetExteriorRing(geos.GEOSGetGeometryN(inner, i)), builder);
  }
  builder.endPolygon();
}

function sizeOf(coords: ArrayLike<number>, axis: 0 | 1): number {
  let least = Infinity;
  let most = -Infinity;
  for (let i = axis; i < coords.length; i += 2) {
    least = Math.min(least, coords[i]!);
    most = Math.max(most, coords[i]!);
  }
  return most - least;
}

function boundSize(pointer: number): void {
  checkTime();
  if (pointer && geos.GEOSGetNumCoordinates(pointer) > MAX_SNAPPED_VERTICES) {
    throw new DeadlineExceeded();
  }
}

/** Builds a multipolygon in the memory of GEOS; the caller frees it. */
export function toGeos({ coords, ends, polygons }: LoosePolygons): number {
  const rings = Array.from(ends, (end, ring) => ringToGeos(coords, partStart(ends, ring), end));
  const parts = Array.from(polygons, (end, polygon) => {
    const shell = firstRing(polygons, polygon);
    const holes = rings.slice(shell + 1, end);
    return withPointers(holes, (list) =>
      geos.GEOSGeom_createPolygon(rings[shell]!, list, holes.length),
    );
  });
  return withPointers(parts, (list) =>
    geos.GEOSGeom_createCollection(MULTIPOLYGON, list, parts.length),
  );
}

function ringToGeos(coords: ArrayLike<number>, start: number, end: number): number {
  const count = end - start + 1;
  const buffer = geos.Module._malloc(count * 16);
  const view = heapF64().subarray(buffer / 8, buffer / 8 + 2 * count);
  for (let i = 0; i < 2 * (count - 1); i++) view[i] = coords[2 * start + i]!;
  view[2 * count - 2] = coords[2 * start]!;
  view[2 * count - 1] = coords[2 * start + 1]!;
  const sequence = geos.GEOSCoordSeq_copyFromBuffer(buffer, count, 0, 0);
  geos.Module._free(buffer);
  return geos.GEOSGeom_createLinearRing(sequence);
}

/** Passes a list of addresses to GEOS. */
export function withPointers(pointers: readonly number[], use: (list: number) => number): number {
  const list = geos.Module._malloc(4 * Math.max(1, pointers.length));
  geos.Module.HEAPU32.set(pointers, list / 4);
  const result = use(list);
  geos.Module._free(list);
  return result;
}

/** Reads the polygons of a GEOS geometry in whole units; null when it has none. */
export function fromGeos(pointer: number): PackedGeometry | null {
  if (!pointer) return null;
  const builder = new GeometryBuilder();
  addPolygons(pointer, builder);
  return builder.build('polygon');
}

function addPolygons(pointer: number, builder: GeometryBuilder): void {
  const type = geos.GEOSGeomTypeId(pointer);
  if (type >= FIRST_COLLECTION) {
    const count = geos.GEOSGetNumGeometries(pointer);
    for (let i = 0; i < count; i++) addPolygons(geos.GEOSGetGeometryN(pointer, i), builder);
    return;
  }
  if (type !== POLYGON || geos.GEOSisEmpty(pointer) === 1) return;
  addRing(geos.GEOSGetExteriorRing(pointer), builder);
  const holes = geos.GEOSGetNumInteriorRings(pointer);
  for (let i = 0; i < holes; i++) addRing(geos.GEOSGetInteriorRingN(pointer, i), builder);
  builder.endPolygon();
}

function addRing(ring: number, builder: GeometryBuilder): void {
  const coords = coordinatesOf(ring);
  for (let i = 0; i < coords.length - 2; i += 2) {
    builder.addVertex(Math.round(coords[i]!), Math.round(coords[i + 1]!));
  }
  builder.endPart();
}

/** Returns the coordinates of a line or ring, x y …, with the closing vertex. */
export function coordinatesOf(line: number): Float64Array {
  const sequence = geos.GEOSGeom_getCoordSeq(line);
  const count = geos.GEOSGetNumCoordinates(line);
  const buffer = geos.Module._malloc(count * 16);
  geos.GEOSCoordSeq_copyToBuffer(sequence, buffer, 0, 0);
  const coords = heapF64().slice(buffer / 8, buffer / 8 + 2 * count);
  geos.Module._free(buffer);
  return coords;
}

/**
 * Returns the memory of GEOS. It moves when it grows, so it must be looked up after each
 * allocation.
 */
export function heapF64(): Float64Array {
  return geos.Module.HEAPF64;
}
