import { LABEL_ROOM } from 'atlas-engine/runtime';
import { largestCircle } from './geos-polygons.ts';
import type { PackedGeometry } from './packed.ts';
import { projectToTile, unprojectFromTile } from './project.ts';
import {
  doubleArea,
  firstRing,
  GeometryBuilder,
  partStart,
  polygonAt,
  type PolygonsOf,
} from './rings.ts';

/** The place for the label of a feature. */
export interface LabelPoint {
  readonly point: PackedGeometry;
  /** The zoom from which a circle of `LABEL_ROOM` px fits into the polygon, in tenths. */
  readonly zoom: number;
}

const WHOLE_WORLD = { z: 0, x: 0, y: 0 };
/** Width of the world in steps; a step is about 5 mm. */
const WORLD_STEPS = 2 ** 33;
/** A centre that is rounded to packed degrees stays inside a circle of this radius, in steps. */
const LEAST_RADIUS = 4;
const PIXELS_AT_ZOOM_0 = 512;
/** The centre is exact to this share of the size of the polygon. */
const TOLERANCE = 1 / 100;
/** The zoom of a polygon without room at any zoom. */
const MAX_ZOOM = 24;

/**
 * Returns the centre of the largest circle inside the largest part of polygons (the pole of
 * inaccessibility), on the map in Web Mercator. A polygon that is only centimetres wide has one of
 * its vertices instead.
 */
export function labelPoint(geometry: PackedGeometry): LabelPoint {
  const part = largestPart(geometry);
  const coords = projectToTile(part.coords, WHOLE_WORLD, WORLD_STEPS);
  const circle = largestCircle({ ...part, coords }, TOLERANCE);
  const radius = circle?.radius ?? 0;
  const isWide = circle !== null && radius >= LEAST_RADIUS;
  const [x, y] = isWide
    ? unprojectFromTile(circle.center, WHOLE_WORLD, WORLD_STEPS)
    : [part.coords[0]!, part.coords[1]!];
  const builder = new GeometryBuilder();
  builder.addVertex(x, y);
  builder.endPoints();
  const pixels = (2 * radius * PIXELS_AT_ZOOM_0) / WORLD_STEPS;
  const zoom = Math.round(Math.log2(LABEL_ROOM / pixels) * 10) / 10;
  return { point: builder.build('point')!, zoom: Math.max(0, Math.min(MAX_ZOOM, zoom)) };
}

/** Returns the polygon with the largest outline, with its holes. */
function largestPart(geometry: PackedGeometry): PolygonsOf<Int32Array> {
  const { coords, ends, polygons } = geometry;
  let best = 0;
  let most = -1;
  for (let p = 0; p < polygons.length; p++) {
    const shell = firstRing(polygons, p);
    const area = Math.abs(doubleArea(coords, partStart(ends, shell), ends[shell]!));
    if (area > most) [best, most] = [p, area];
  }
  return polygonAt(geometry, best);
}
