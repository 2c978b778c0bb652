import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { COUNTRIES } from '../skeleton/geography.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { createTrimmer, ringsOf } from '../trim.ts';
import { sectorsOf } from './sectors.ts';

/**
 * Creates the land that was not surveyed yet, one area for each country: its dry land without the
 * sectors. The map shows it, so that nobody takes absence of data for absence of people.
 */
export function makeUnmappedAreas(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const { countries, stillWaters } = skeleton.geography;
  const { outside } = createTrimmer(skeleton.geography);
  const { outline } = sectorsOf(skeleton);
  const sectors = ringsOf(outline).map(
    (coordinates) => ({ type: 'Polygon', coordinates }) as unknown as Polygon,
  );
  const mapped = [...stillWaters, ...sectors];
  return COUNTRIES.flatMap((country, number) => {
    const geometry = outside(countries[number]!, mapped);
    if (!geometry) return [];
    return {
      type: 'Feature',
      geometry,
      properties: { area_id: `U-${country.toUpperCase()}`, area_ha: hectares(geometry) },
    };
  });
}
