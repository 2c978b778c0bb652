import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import { createRandom } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { SCENES } from './pictures.ts';
import { makeSurveyAreas } from './survey-areas.ts';

/** Number of sample areas in each country, if it has as many survey areas. */
const PER_COUNTRY = 4;
/** The fewest villages of a sample area. */
const LEAST = 5;

type Scene = (typeof SCENES)[number];

interface Theme {
  readonly id: string;
  readonly picture: Scene;
  readonly en: string;
  readonly fr: string;
}

/** What the mapping in an area was about. `{{n}}` is the number of villages. */
const THEMES: readonly Theme[] = [
  {
    id: 'customary_land',
    picture: 'meeting-tree.webp',
    en: 'The elders of {{n}} villages walked the limits of their customary lands and agreed on one map.',
    fr: 'Les anciens de {{n}} villages ont parcouru les limites de leurs terres coutumières et se sont accordés sur une même carte.',
  },
  {
    id: 'fishing',
    picture: 'fish-drying.webp',
    en: 'In {{n}} villages along the water, fishers mapped their camps, their fishing grounds and the seasons of the catch.',
    fr: 'Dans {{n}} villages riverains, les pêcheurs ont cartographié leurs campements, leurs zones de pêche et les saisons de capture.',
  },
  {
    id: 'farming',
    picture: 'fields-at-the-edge.webp',
    en: 'The fields and fallows of {{n}} villages were mapped with the women who farm them.',
    fr: 'Les champs et les jachères de {{n}} villages ont été cartographiés avec les femmes qui les cultivent.',
  },
  {
    id: 'culture',
    picture: 'village-lane.webp',
    en: 'In {{n}} villages, families recorded the sites that matter to them, and the rules for visiting these sites.',
    fr: 'Dans {{n}} villages, les familles ont recensé les sites qui comptent pour elles et les règles à suivre pour s’y rendre.',
  },
  {
    id: 'access',
    picture: 'river-landing.webp',
    en: 'For {{n}} villages, the survey compares the ways to schools, health posts and markets.',
    fr: 'Pour {{n}} villages, l’enquête compare les trajets vers les écoles, les postes de santé et les marchés.',
  },
];

/**
 * Creates the sample areas: survey areas with many villages, some in each country, each with a
 * theme. Two areas of a country have different themes.
 */
export function makeSampleAreas(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const byCountry = new Map<string, Feature<Polygon | MultiPolygon>[]>();
  for (const survey of makeSurveyAreas(skeleton)) {
    const country = countryOf(survey.geometry, skeleton);
    if (country === null || Number(survey.properties!['villages']) < LEAST) continue;
    byCountry.set(country, [...(byCountry.get(country) ?? []), survey]);
  }
  const random = createRandom('sample-areas');
  const chosen = [...byCountry].flatMap(([country, surveys], place) =>
    random.sample(surveys, PER_COUNTRY).map((survey, number) => ({
      country,
      survey,
      theme: THEMES[(place + number) % THEMES.length]!,
    })),
  );
  return chosen.map(({ country, survey, theme }, number) => ({
    type: 'Feature',
    geometry: survey.geometry,
    properties: attributesOf(survey, { country, theme, number }),
  }));
}

/** Returns the country of an area, which lies in one; null if all its corners are on a border. */
function countryOf(geometry: Polygon | MultiPolygon, { ground }: Skeleton): string | null {
  const corners = geometry.coordinates.flat(geometry.type === 'Polygon' ? 1 : 2) as Position[];
  for (const [lng, lat] of corners) {
    const country = ground.nationAt([lng!, lat!]);
    if (country !== null) return country;
  }
  return null;
}

function attributesOf(
  { properties }: Feature,
  {
    country,
    theme,
    number,
  }: { readonly country: string; readonly theme: Theme; readonly number: number },
) {
  const { name, name_en, name_fr, survey_language, villages, started, area_ha } = properties!;
  return {
    sample_id: `A-${String(number + 1).padStart(2, '0')}`,
    name,
    name_en,
    name_fr,
    survey_language,
    country,
    theme: theme.id,
    about_en: theme.en.replace('{{n}}', String(villages)),
    about_fr: theme.fr.replace('{{n}}', String(villages)),
    villages,
    started,
    area_ha,
    photos: [theme.picture],
  };
}
