import type { Feature, MultiPolygon, Point, Polygon, Position } from 'geojson';
import { signedArea } from '../../rings.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { communityForestsOf } from './community-forests.ts';

/** Five decimals of a degree are a metre. */
const PLACES = 1e5;

/**
 * Makes the list of community forests that a mapping service would keep: a place for each, under the
 * same names for all countries. Like such a list it also holds what DR Congo has not granted
 * (`application.status` 1 or 2); the other countries publish what is granted only.
 */
export function makeCommunityForestLocations(
  skeleton: Skeleton,
  cover: LandCover,
): Feature<Point>[] {
  return (['cmr', 'cod', 'gab'] as const).flatMap((country) =>
    communityForestsOf(skeleton, cover, country).map(({ geometry, properties }) => {
      const forest = properties as Forest;
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: middleOf(geometry) },
        properties: {
          forest_id: forest.forest_id,
          name: forest.nom_fcom ?? forest.name,
          iso3: country.toUpperCase(),
          application: { status: forest.application?.status ?? 0 },
          area_ha: forest.area_ha,
        },
      };
    }),
  );
}

/** The attributes of the countries that the list uses. */
interface Forest {
  readonly forest_id: string;
  readonly name?: string;
  /** Cameroon's word for the name. */
  readonly nom_fcom?: string;
  readonly area_ha: number;
  readonly application?: { readonly status: number };
}

/** The mean of the corners of the largest part, degrees. */
function middleOf(geometry: Polygon | MultiPolygon): [number, number] {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const rings = parts.map(([outer]) => outer!);
  const ring = rings.reduce((a, b) => (Math.abs(signedArea(b)) > Math.abs(signedArea(a)) ? b : a));
  return [mean(ring, 0), mean(ring, 1)];
}

function mean(ring: readonly Position[], axis: 0 | 1): number {
  const sum = ring.reduce((total, corner) => total + corner[axis]!, 0);
  return Math.round((sum / ring.length) * PLACES) / PLACES;
}
