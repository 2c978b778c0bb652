import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { outlineOf } from '../contour.ts';
import { createNearest, kilometres, KM_PER_DEGREE } from '../distance.ts';
import { createRandom, type Random } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { drawDate, languageOf } from './vocabulary.ts';

/** Kilometres round a village that a survey covers. */
const BUFFER = 5;
/** Villages of one survey, and kilometres from one to the next. */
const GROUP = { least: 3, most: 16, reach: 9 };
/** Share of the places from which no survey set out. */
const UNSURVEYED = 0.3;
/** Degrees of the grid that outlines are found on, and square degrees of the smallest part. */
const STEP = 0.0075;
const LEAST = 0.0002;

/**
 * Makes the areas that were surveyed: five kilometres round each village of a group, up to the
 * border of the country and to the area of the next survey.
 */
export function makeSurveyAreas(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const groups = groupVillages(skeleton);
  const members = groups.flatMap((group, survey) => group.map((village) => ({ village, survey })));
  const near = createNearest(
    0.05,
    members.map(({ village }) => village.place),
  );
  const features: Feature<Polygon | MultiPolygon>[] = [];
  groups.forEach((group, survey) => {
    const { country } = group[0]!;
    const lngs = group.map(({ place }) => place[0]);
    const lats = group.map(({ place }) => place[1]);
    const margin = (BUFFER + 1) / (KM_PER_DEGREE * 0.95);
    const geometry = outlineOf({
      box: [
        Math.min(...lngs) - margin,
        Math.min(...lats) - margin,
        Math.max(...lngs) + margin,
        Math.max(...lats) + margin,
      ],
      step: STEP,
      least: LEAST,
      holds: (place) => {
        if (!group.some((village) => kilometres(village.place, place) < BUFFER)) return false;
        const nearest = near.nearest(place, BUFFER);
        return (
          nearest !== null &&
          members[nearest.index]!.survey === survey &&
          skeleton.ground.nationAt(place) === country
        );
      },
    });
    if (!geometry) return;
    features.push({
      type: 'Feature',
      geometry,
      properties: attributesOf(group, features.length, geometry),
    });
  });
  return features;
}

/** Villages that were surveyed together: each near another of its group, in one country. */
function groupVillages({ villages }: Skeleton): Village[][] {
  const random = createRandom('survey-areas');
  const free = new Set(villages.keys());
  const groups: Village[][] = [];
  for (const first of random.shuffle([...villages.keys()])) {
    if (!free.has(first) || random.chance(UNSURVEYED)) continue;
    const group = gather(first, free, villages, random);
    if (group.length < GROUP.least) continue;
    for (const number of group) free.delete(number);
    groups.push(group.map((number) => villages[number]!));
  }
  return groups;
}

function gather(
  first: number,
  free: ReadonlySet<number>,
  villages: readonly Village[],
  random: Random,
): number[] {
  const most = random.integer(GROUP.least + 1, GROUP.most);
  const { place, country } = villages[first]!;
  // Only what lies within reach of a chain can be gathered.
  const around = [...free].filter((number) => {
    const village = villages[number]!;
    return village.country === country && kilometres(village.place, place) < GROUP.reach * 3;
  });
  const group = [first];
  for (let at = 0; at < group.length && group.length < most; at++) {
    const here = villages[group[at]!]!.place;
    for (const number of around) {
      if (group.length >= most) break;
      if (group.includes(number) || kilometres(villages[number]!.place, here) > GROUP.reach)
        continue;
      group.push(number);
    }
  }
  return group;
}

function attributesOf(group: readonly Village[], number: number, geometry: Polygon | MultiPolygon) {
  const random = createRandom(`survey-${number}`);
  const [first] = group as [Village];
  const english = languageOf(first) === 'en';
  const team = random.pick(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
  const started = drawDate(random, 2011, 2024);
  return {
    survey_id: `S-${String(number + 1).padStart(4, '0')}`,
    name: english ? `${first.name} and neighbours` : `${first.name} et environs`,
    survey_language: languageOf(first),
    team,
    villages: group.length,
    mappers: random.integer(2, 3 + group.length),
    started,
    ...(random.chance(0.1) ? {} : { ended: laterBy(started, random.integer(1, 9)) }),
    area_ha: hectares(geometry),
  };
}

/** The date so many months later, on the same day. */
function laterBy(date: string, months: number): string {
  const [year, month, day] = date.split('-') as [string, string, string];
  const sum = Number(year) * 12 + Number(month) - 1 + months;
  return `${Math.floor(sum / 12)}-${String((sum % 12) + 1).padStart(2, '0')}-${day}`;
}
