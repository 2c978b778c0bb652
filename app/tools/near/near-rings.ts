/** The rings around what is asked about. */
import { boxOf } from 'atlas-engine/runtime';
import { areaAround, type Core } from '../../stores/places/area-around.ts';

/** The distances of the rings in metres. */
const RINGS = [1_000, 5_000, 10_000, 20_000] as const;

export interface NearRing {
  readonly metres: number;
  readonly outlines: readonly GeoJSON.Position[][];
  /** Its northernmost place, for its name. */
  readonly top: GeoJSON.Position;
}

/** A ring nearer than this share of the size of a line or an area would not be seen beside it. */
const LEAST_SHARE = 1 / 40;
const METRES_PER_DEGREE = 111_000;

/** Returns the outer edges of all that is within each distance of a geometry. */
export function ringsAround(geometry: GeoJSON.Geometry): readonly NearRing[] {
  const core = coreOf(geometry);
  if (!core) return [];
  const [west, south, east, north] = boxOf(core);
  const size = METRES_PER_DEGREE * Math.hypot(east - west, north - south);
  return RINGS.filter((metres) => metres >= LEAST_SHARE * size).map((metres) => {
    const area = areaAround(core, metres);
    const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
    const outlines = polygons.map(([outer = []]) => outer);
    const top = outlines.flat().reduce((a, b) => (b[1]! > a[1]! ? b : a));
    return { metres, outlines, top };
  });
}

/** Returns a geometry that has a band around it: the boundary of areas. */
function coreOf(geometry: GeoJSON.Geometry): Core | null {
  switch (geometry.type) {
    case 'Polygon':
      return { type: 'MultiLineString', coordinates: geometry.coordinates.slice(0, 1) };
    case 'MultiPolygon':
      return {
        type: 'MultiLineString',
        coordinates: geometry.coordinates.flatMap((rings) => rings.slice(0, 1)),
      };
    case 'GeometryCollection':
      return null;
    default:
      return geometry;
  }
}
