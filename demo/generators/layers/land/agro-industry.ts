import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import { createNearest } from '../../distance.ts';
import { createRandom } from '../../random.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import { createLandNames, ofName } from '../../skeleton/names.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { createFarmland, type Farmland } from '../farmland.ts';
import { drawDate } from '../calendar.ts';
import { allocationOf } from './allocation.ts';
import { drawPlace } from './draw-place.ts';
import { drawSize, type SizeLaw } from './draw-size.ts';
import { type AreaSeat, growAreas } from './grow-areas.ts';

/** Edge length of the cells, in kilometres. */
const EDGE = 0.35;
/** Areas in km²: most have some thousand hectares, a few are very large. */
const SIZES: SizeLaw = { mu: 4.1, sigma: 0.85, most: 600, least: 8 };
/** Maximum distance to the nearest road, in kilometres. */
const TO_ROAD = 5;
/** Distance between plantations, in kilometres. */
const SPACING = 22;
/** Minimum tree cover, in percent. With less, the land is too dry for the crops. */
const MOIST = 30;

const COUNTS = { cmr: 42, cod: 38, cog: 16, gab: 18 } as const;
/** Crops of the forest. An entry that occurs twice is twice as likely. */
const CROPS = ['palmier', 'palmier', 'palmier', 'hevea', 'hevea', 'cacao', 'banane'] as const;
/** The crops of savanna and of highlands, where the others do not grow. */
const OTHER_CROPS: Readonly<Partial<Record<Farmland, string>>> = {
  savanna: 'canne',
  highland: 'the',
};
const STAGES = ['plantee', 'plantee', 'developpement', 'non_exploitee'] as const;
/** First and last year of the grant. Land is developed and planted within about fifteen years. */
const GRANTED = {
  plantee: [1962, 2012],
  developpement: [2011, 2021],
  non_exploitee: [1975, 2023],
} as const;

export type AgroCountry = keyof typeof COUNTS;

/** Creates the agro-industrial plantations of a country: near roads, outside allocated land. */
export function makeAgroIndustry(
  skeleton: Skeleton,
  cover: LandCover,
  country: AgroCountry,
): Feature<Polygon | MultiPolygon>[] {
  const { isAllocated } = allocationOf(skeleton, cover);
  const random = createRandom(`agro-industry-${country}`);
  const nameOf = createLandNames(skeleton.realNames, `agro-industry-${country}`);
  const taken = createNearest(0.2);
  const seats: AreaSeat[] = [];
  for (let attempt = 0; attempt < 8000 && seats.length < COUNTS[country]; attempt++) {
    const place = drawPlace(skeleton, country, random);
    if (!skeleton.nearRoads.nearest(place, TO_ROAD) || taken.nearest(place, SPACING)) continue;
    if ((cover.treesAt(place) ?? 0) < MOIST || isAllocated(place)) continue;
    taken.add(place);
    seats.push({ place, country, size: drawSize(random, SIZES) });
  }
  const areas = growAreas(skeleton, seats, {
    seed: `agro-industry-${country}`,
    edge: EDGE,
    isTaken: isAllocated,
  });
  const farmlandAt = createFarmland(skeleton.geography, cover);
  const others = [...areas.keys()].map((seat) => OTHER_CROPS[farmlandAt(seats[seat]!.place)]);
  return [...areas.values()].map((geometry, number) => {
    const area = hectares(geometry);
    const stage = random.pick(STAGES);
    const planted = { plantee: random.between(0.5, 0.9), developpement: random.between(0.05, 0.4) };
    const share = stage === 'non_exploitee' ? 0 : planted[stage];
    const name = nameOf(country);
    const [first, last] = GRANTED[stage];
    const company = `Agro-industrie fictive ${String.fromCodePoint(65 + random.integer(0, 11))}`;
    const crop = random.pick(CROPS);
    return {
      type: 'Feature',
      geometry,
      properties: {
        plantation_id: `AI-${country.toUpperCase()}-${String(number + 1).padStart(3, '0')}`,
        name: `Plantation ${ofName(name)}`,
        name_en: `${name} Plantation`,
        company,
        crop: others[number] ?? crop,
        stage,
        granted: random.chance(0.1) ? null : drawDate(random, first, last),
        planted_ha: random.chance(0.08) ? null : Math.round(area * share),
        area_ha: area,
      },
    };
  });
}
