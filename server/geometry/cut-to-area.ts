/** Cuts geometries to an area with any border. */
import { coordinatesOf, fromGeos, heapF64, toGeos, withPointers } from './geos-polygons.ts';
import { geos, scoped, type Handle } from './geos.ts';
import { prepareQuery, touchesPoint } from './intersects.ts';
import type { PackedGeometry } from './packed.ts';
import { GeometryBuilder, orientRings, partStart } from './rings.ts';

const LINE = 1;
const FIRST_COLLECTION = 4;
const MULTILINE = 5;
/** Results are in whole units. */
const GRID = 1;

/**
 * Returns the parts of geometries inside polygons, in the same order; null for one that shares no more
 * than its border with them, and when GEOS fails. A geometry inside is returned as it is.
 */
export function cutToArea(
  area: PackedGeometry,
  geometries: readonly PackedGeometry[],
): (PackedGeometry | null)[] {
  const query = prepareQuery(area);
  return scoped((keep) => {
    const border = keep(toGeos(area));
    return geometries.map((geometry) =>
      geometry.kind === 'point'
        ? pointsIn(geometry, (x, y) => touchesPoint(query, x, y))
        : cutShape(geometry, border),
    );
  });
}

function pointsIn(
  geometry: PackedGeometry,
  isIn: (x: number, y: number) => boolean,
): PackedGeometry | null {
  const { coords } = geometry;
  const builder = new GeometryBuilder();
  let count = 0;
  for (let i = 0; i < coords.length; i += 2) {
    if (!isIn(coords[i]!, coords[i + 1]!)) continue;
    builder.addVertex(coords[i]!, coords[i + 1]!);
    count += 1;
  }
  if (2 * count === coords.length) return geometry;
  builder.endPoints();
  return count === 0 ? null : builder.build('point');
}

function cutShape(geometry: PackedGeometry, border: Handle): PackedGeometry | null {
  return scoped((keep) => {
    const shape = keep(geometry.kind === 'line' ? linesToGeos(geometry) : toGeos(geometry));
    if (geos.GEOSCovers(border, shape) === 1) return geometry;
    const inside = keep(geos.GEOSIntersectionPrec(shape, border, GRID));
    if (!inside) return null;
    if (geometry.kind === 'line') return linesFromGeos(inside);
    const polygons = fromGeos(inside);
    return polygons && orientRings(polygons);
  });
}

function linesToGeos({ coords, ends }: PackedGeometry): Handle {
  const lines = Array.from(ends, (end, part) => {
    const start = partStart(ends, part);
    const count = end - start;
    const buffer = geos.Module._malloc(count * 16);
    const view = heapF64().subarray(buffer / 8, buffer / 8 + 2 * count);
    for (let i = 0; i < 2 * count; i++) view[i] = coords[2 * start + i]!;
    const sequence = geos.GEOSCoordSeq_copyFromBuffer(buffer, count, 0, 0);
    geos.Module._free(buffer);
    return geos.GEOSGeom_createLineString(sequence);
  });
  return withPointers(lines, (list) =>
    geos.GEOSGeom_createCollection(MULTILINE, list, lines.length),
  );
}

/** Reads the lines of a GEOS geometry; null when it has none. */
function linesFromGeos(pointer: Handle): PackedGeometry | null {
  const builder = new GeometryBuilder();
  addLines(pointer, builder);
  return builder.build('line');
}

function addLines(pointer: Handle, builder: GeometryBuilder): void {
  const type = geos.GEOSGeomTypeId(pointer);
  if (type >= FIRST_COLLECTION) {
    const count = geos.GEOSGetNumGeometries(pointer);
    for (let i = 0; i < count; i++) addLines(geos.GEOSGetGeometryN(pointer, i), builder);
    return;
  }
  if (type !== LINE || geos.GEOSisEmpty(pointer) === 1) return;
  const coords = coordinatesOf(pointer);
  for (let i = 0; i < coords.length; i += 2)
    builder.addVertex(Math.round(coords[i]!), Math.round(coords[i + 1]!));
  builder.endPart();
}
