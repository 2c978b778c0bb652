import type { Feature, MultiPolygon, Point, Polygon, Position } from 'geojson';
import { signedArea } from '../../rings.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { communityForestsOf } from './community-forests.ts';

/** Factor for five decimals of a degree, about a metre. */
const PLACES = 1e5;

/**
 * Creates the list of community forests that a mapping service would publish: a point for each
 * forest, with the same field names for all countries. For DR Congo, it also contains forests that
 * are not granted (`application.status` 1 or 2); the other countries publish only granted forests.
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

/** The attributes that the list reads from the data of the countries. */
interface Forest {
  readonly forest_id: string;
  readonly name?: string;
  /** The name field in the data of Cameroon. */
  readonly nom_fcom?: string;
  readonly area_ha: number;
  readonly application?: { readonly status: number };
}

/** Returns the mean of the corners of the largest part, in degrees. */
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
