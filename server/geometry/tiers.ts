import type { PackedGeometry } from './packed.ts';
import { UNITS_PER_DEGREE, boundsOf, vertexCount } from './packed.ts';
import { TILE_EXTENT } from './project.ts';
import { GeometryBuilder, doubleArea, firstRing, partStart } from './rings.ts';
import { dropVertices } from './simplify.ts';

/** The zooms that one generalised copy serves, both included. */
export interface Tier {
  readonly id: 'z0-4' | 'z5-7' | 'z8-10' | 'full';
  readonly minzoom: number;
  readonly maxzoom: number;
}

/** Id of a tier. */
export type TierId = Tier['id'];

/** All tiers, coarsest first; together they serve every zoom. */
export const TIERS: readonly Tier[] = [
  { id: 'z0-4', minzoom: 0, maxzoom: 4 },
  { id: 'z5-7', minzoom: 5, maxzoom: 7 },
  { id: 'z8-10', minzoom: 8, maxzoom: 10 },
  { id: 'full', minzoom: 11, maxzoom: Infinity },
];

/** Tolerance of generalisation: half a pixel of a 512 pixel tile, in steps of the tile's grid. */
const TOLERANCE_STEPS = 4;

/** Returns the tier that serves a zoom. */
export function tierOfZoom(zoom: number): TierId {
  return TIERS.find(({ maxzoom }) => zoom <= maxzoom)!.id;
}

/** Returns the copy of a geometry for a tier; `full` returns the geometry itself. */
export function generalise(geometry: PackedGeometry, tier: TierId): PackedGeometry {
  const { maxzoom } = TIERS.find(({ id }) => id === tier)!;
  return generaliseTo(geometry, maxzoom);
}

/**
 * Returns the copy of a geometry for the zooms up to `maxzoom`. The result is deterministic; a valid
 * polygon stays valid.
 *
 * Details smaller than half a pixel at the highest zoom are removed: bends of lines and rings,
 * holes, and polygons of a feature that has larger ones. The largest polygon of a feature and all
 * lines and points stay, so no feature is lost.
 */
export function generaliseTo(geometry: PackedGeometry, maxzoom: number): PackedGeometry {
  if (maxzoom === Infinity || geometry.kind === 'point') return geometry;
  const maxArea = largestUnseenArea(geometry, maxzoom);
  const gone = dropVertices(geometry, maxArea);
  return geometry.kind === 'line'
    ? withoutVertices(geometry, gone)
    : withoutSpecks(withoutVertices(geometry, gone), maxArea);
}

/** The zoom from which on `generaliseToVertices` keeps all vertices. */
const FINEST_ZOOM = 16;

/**
 * Returns the finest copy of a geometry with at most `most` vertices, where rings are not closed by a
 * vertex of their own; null if even the copy for zoom 0 has more.
 */
export function generaliseToVertices(
  geometry: PackedGeometry,
  most: number,
): PackedGeometry | null {
  let copy = geometry;
  for (let zoom = FINEST_ZOOM; vertexCount(copy) > most && zoom >= 0; zoom--)
    copy = generaliseTo(geometry, zoom);
  return vertexCount(copy) <= most ? copy : null;
}

/** Returns the area of half a pixel squared, in square units at the latitude of the geometry. */
function largestUnseenArea(geometry: PackedGeometry, zoom: number): number {
  const [, south, , north] = boundsOf(geometry);
  const latitude = (((south + north) / 2 / UNITS_PER_DEGREE) * Math.PI) / 180;
  const side = (TOLERANCE_STEPS * 360 * UNITS_PER_DEGREE) / (TILE_EXTENT * 2 ** zoom);
  // Web Mercator stretches y by 1 / cos(latitude) compared with degrees.
  return side * side * Math.cos(latitude);
}

function withoutVertices(
  { kind, coords, ends, polygons }: PackedGeometry,
  gone: Uint8Array,
): PackedGeometry {
  const builder = new GeometryBuilder();
  let v = 0;
  for (const end of ends) {
    for (; v < end; v++) {
      if (gone[v] === 0) builder.addVertex(coords[2 * v]!, coords[2 * v + 1]!);
    }
    builder.endPart();
  }
  return { ...builder.build(kind)!, polygons };
}

/**
 * Removes small holes and small polygons, except the largest polygon. An island in a hole is smaller
 * than the hole, so it is removed with it.
 */
function withoutSpecks(geometry: PackedGeometry, maxArea: number): PackedGeometry {
  const { coords, ends, polygons } = geometry;
  if (ends.length === 1) return geometry;
  const areas = Array.from(ends, (end, ring) =>
    Math.abs(doubleArea(coords, partStart(ends, ring), end) / 2),
  );
  const shells = Array.from(polygons, (_, p) => firstRing(polygons, p));
  const largest = shells.reduce((best, shell) => (areas[shell]! > areas[best]! ? shell : best));
  const builder = new GeometryBuilder();
  polygons.forEach((end, p) => {
    const shell = shells[p]!;
    if (shell !== largest && areas[shell]! < maxArea) return;
    for (let ring = shell; ring < end; ring++) {
      if (ring !== shell && areas[ring]! < maxArea) continue;
      for (let v = partStart(ends, ring); v < ends[ring]!; v++) {
        builder.addVertex(coords[2 * v]!, coords[2 * v + 1]!);
      }
      builder.endPart();
    }
    builder.endPolygon();
  });
  return builder.build('polygon')!;
}
