import type { Position } from 'geojson';
import initGeos from 'geos-wasm';
import { geojsonToGeosGeom } from 'geos-wasm/helpers';
import { vi } from 'vitest';
import type { PackedGeometry } from '../../../../server/geometry/index.ts';
import type { LoosePolygons } from '../../../../server/geometry/geos-polygons.ts';
import { firstRing, partStart } from '../../../../server/geometry/rings.ts';
import { NIGHTLY } from '../../../size.ts';

const geos = await initGeos({ noticeHandler: () => {}, errorHandler: () => {} });

vi.setConfig({ testTimeout: NIGHTLY ? 1_800_000 : 60_000 });

/** Returns `full` in the nightly run, otherwise a hundredth of it, but at least `least`. */
export function runs(full: number, least = 1): number {
  return NIGHTLY ? full : Math.max(least, Math.ceil(full / 100));
}

/** Returns the size of the memory of GEOS in bytes. */
export function geosMemory(): number {
  return geos.Module.HEAPF64.buffer.byteLength;
}

/** Returns whether two geometries intersect according to GEOS, in their own units. */
export function geosIntersects(a: PackedGeometry, b: PackedGeometry): boolean {
  return using([toGeos(a), toGeos(b)], ([p, q]) => geos.GEOSIntersects(p!, q!) === 1);
}

/**
 * Returns whether polygons are valid according to GEOS, with code that is independent of the
 * server's.
 */
export function geosValid(polygons: LoosePolygons): boolean {
  return using([polygonsToGeos(polygons)], ([p]) => geos.GEOSisValid(p!) === 1);
}

/** Returns the area and the length of the outline of polygons that GEOS clips to a box. */
export function geosCut(
  polygons: LoosePolygons,
  [minx, miny, maxx, maxy]: readonly [number, number, number, number],
): { area: number; outline: number } {
  const box = geos.GEOSGeom_createRectangle(minx, miny, maxx, maxy);
  return using([polygonsToGeos(polygons), box], ([p, q]) =>
    using([geos.GEOSIntersection(p!, q!)], ([cut]) => ({
      area: measure(cut!, 'GEOSArea'),
      outline: measure(cut!, 'GEOSLength'),
    })),
  );
}

function measure(pointer: number, what: 'GEOSArea' | 'GEOSLength'): number {
  const result = geos.Module._malloc(8);
  geos[what](pointer, result);
  const value = geos.Module.HEAPF64[result / 8]!;
  geos.Module._free(result);
  return value;
}

function using<T>(pointers: number[], work: (pointers: number[]) => T): T {
  try {
    if (pointers.includes(0)) throw new Error('GEOS could not make a geometry');
    return work(pointers);
  } finally {
    for (const pointer of pointers) if (pointer) geos.GEOSGeom_destroy(pointer);
  }
}

function toGeos(geometry: PackedGeometry): number {
  const { kind, coords, ends } = geometry;
  if (kind === 'polygon') return polygonsToGeos(geometry);
  const parts = Array.from(ends, (_, part) => positions(coords, ends, part));
  return geojsonToGeosGeom(
    kind === 'point'
      ? { type: 'MultiPoint', coordinates: parts.flat() }
      : { type: 'MultiLineString', coordinates: parts },
    geos,
  );
}

function polygonsToGeos({ coords, ends, polygons }: LoosePolygons): number {
  const rings = Array.from(ends, (_, ring) => {
    const open = positions(coords, ends, ring);
    return [...open, open[0]!];
  });
  const coordinates = Array.from(polygons, (end, p) => rings.slice(firstRing(polygons, p), end));
  return geojsonToGeosGeom({ type: 'MultiPolygon', coordinates }, geos);
}

function positions(coords: ArrayLike<number>, ends: Uint32Array, part: number): Position[] {
  const list: Position[] = [];
  for (let v = partStart(ends, part); v < ends[part]!; v++) {
    list.push([coords[2 * v]!, coords[2 * v + 1]!]);
  }
  return list;
}
