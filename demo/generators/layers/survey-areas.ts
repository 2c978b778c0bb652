import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createRandom } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { dateText, weekdayOf } from './calendar.ts';
import { type Surveyed, surveyedVillages, teamOf } from './campaigns.ts';
import { sectorsOf } from './sectors.ts';
import { languageOf } from './vocabulary.ts';

/** The first month of the campaigns that may still be open: that of July 2025. */
const RECENT = 2025 * 12 + 6;

/** Days from the first meeting to the first visit, and from the last visit to the last meeting. */
const BEFORE = [2, 20] as const;
const AFTER = [8, 90] as const;

/** Returns a day, or the next Monday if it is at the weekend. */
function onWeekday(day: number): number {
  return day + ([1, 0, 0, 0, 0, 0, 2] as const)[weekdayOf(day)]!;
}

/** Creates the areas that were surveyed: the sectors, with what a survey says of itself. */
export function makeSurveyAreas(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const surveyed = surveyedVillages(skeleton);
  return sectorsOf(skeleton).all.map(({ geometry, villages }, number) => ({
    type: 'Feature',
    geometry,
    properties: attributesOf(
      villages.map((village) => surveyed[village]!),
      number,
      geometry,
    ),
  }));
}

function attributesOf(
  group: readonly Surveyed[],
  number: number,
  geometry: Polygon | MultiPolygon,
) {
  const random = createRandom(`survey-${number}`);
  const [first] = group as [Surveyed];
  const name = {
    en: `${first.name} and neighbours`,
    fr: `${first.name} et environs`,
  };
  const isOpen = first.campaign >= RECENT && random.chance(0.6);
  const days = group.map(({ visited }) => visited);
  return {
    survey_id: `S-${String(number + 1).padStart(4, '0')}`,
    name: languageOf(first) === 'en' ? name.en : name.fr,
    name_en: name.en,
    name_fr: name.fr,
    survey_language: languageOf(first),
    team: teamOf(first.campaign),
    villages: group.length,
    mappers: random.integer(2, 3 + group.length),
    started: dateText(onWeekday(Math.min(...days) - random.integer(...BEFORE))),
    ...(isOpen ? {} : { ended: dateText(onWeekday(Math.max(...days) + random.integer(...AFTER))) }),
    area_ha: hectares(geometry),
  };
}
