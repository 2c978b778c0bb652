import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createRandom } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { sectorsOf } from './sectors.ts';
import { languageOf, monthText } from './vocabulary.ts';

/** Creates the areas that were surveyed: the sectors, with what a survey says of itself. */
export function makeSurveyAreas(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  return sectorsOf(skeleton).all.map(({ geometry, villages }, number) => ({
    type: 'Feature',
    geometry,
    properties: attributesOf(
      villages.map((village) => skeleton.villages[village]!),
      number,
      geometry,
    ),
  }));
}

function attributesOf(group: readonly Village[], number: number, geometry: Polygon | MultiPolygon) {
  const random = createRandom(`survey-${number}`);
  const [first] = group as [Village];
  const name = {
    en: `${first.name} and neighbours`,
    fr: `${first.name} et environs`,
  };
  const team = random.pick(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
  // The survey begins before the first of its villages is surveyed.
  const months = group.map(({ campaign }) => campaign);
  const began = months.reduce((one, other) => Math.min(one, other));
  const last = months.reduce((one, other) => Math.max(one, other)) + 6;
  return {
    survey_id: `S-${String(number + 1).padStart(4, '0')}`,
    name: languageOf(first) === 'en' ? name.en : name.fr,
    name_en: name.en,
    name_fr: name.fr,
    survey_language: languageOf(first),
    team,
    villages: group.length,
    mappers: random.integer(2, 3 + group.length),
    started: monthText(began, 1),
    ...(random.chance(0.1) ? {} : { ended: monthText(last, 28) }),
    area_ha: hectares(geometry),
  };
}
