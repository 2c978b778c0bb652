import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createRandom, type Random } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { band, makePlan, type Plan, type Planned, type Rules } from './land-use-plan.ts';
import { describeUse } from './plan-words.ts';
import { drawDate } from './calendar.ts';

/** The nine classes of the Maniema plan (specification, section 3). */
const CLASSES: Rules = {
  // shifting agriculture
  class1: ({ toVillage }) => 5 * band(toVillage, 2.1, 4.4),
  // conservation
  class2: ({ toVillage, state }) => 7 * band(toVillage, 7, 40) * (1.15 - state),
  // animal breeding
  class3: ({ toVillage, height }) => (height > 0.5 ? 3.6 * band(toVillage, 2, 3.8) : 0),
  // sustainable logging and hunting
  class4: ({ toVillage, state }) => 6 * band(toVillage, 4.5, 7.4) * (1.2 - state),
  // fishing
  class5: ({ toWater, toVillage }) => (toWater < 0.6 ? 4 * band(toVillage, 0.8, 6) : 0),
  // sustainable agriculture
  class6: ({ toVillage }) => 5.5 * band(toVillage, 0.5, 2.1),
  // community activity: the village itself, and what it shares
  class7: ({ toVillage }) => (toVillage < 0.35 ? 900 : 1.6 * band(toVillage, 0.3, 1.1)),
  // infrastructure
  class8: ({ toRoad, toVillage }) => (toRoad < 0.7 ? 4 * band(toVillage, 0.4, 1.2) : 0),
  // state-controlled
  class9: ({ toVillage, state }) => 7 * band(toVillage, 6, 40) * state,
};

/** Spellings that some sheets of the plan use instead of the class number. */
const SPELLINGS: Readonly<Record<string, string>> = {
  class1: 'Agriculture itinérante',
  class2: 'Conservation',
  class4: 'Exploitation forestière et chasse durables',
  class6: 'Agriculture durable',
};
const SPELLED = 0.12;

const PLAN: Plan = {
  name: 'maniema-land-use',
  country: 'cod',
  middle: [25.4, -2.17],
  neighbours: [
    [24.42, -1.95],
    [24.58, -2.62],
    [25.3, -2.8],
    [26.02, -2.86],
    [26.44, -2.1],
    [25.75, -1.68],
    [25.1, -1.68],
  ],
  radius: 66,
  edge: 0.24,
  spacing: { near: 0.9, far: 4.4 },
  rules: CLASSES,
  rest: 'class2',
  others: { uses: [], count: 0, open: 4 },
};

/** Creates a participatory land-use plan for invented communities in the lup extent. */
export function makeManiemaLandUse(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  return makePlan(skeleton, PLAN).map((parcel, number) => ({
    type: 'Feature',
    geometry: parcel.geometry,
    properties: attributesOf(skeleton, parcel, number),
  }));
}

function attributesOf({ villages }: Skeleton, parcel: Planned, number: number) {
  const { use, geometry, village } = parcel;
  const random = createRandom(`maniema-zone-${number}`);
  const code = String(number + 1).padStart(4, '0');
  return {
    zone_id: `Z-${code}`,
    land_use: use === null ? null : spelled(use, random),
    name: random.chance(0.12) ? null : `Zone ${code}`,
    area_ha: hectares(geometry),
    ...(random.chance(0.2) ? {} : { adopted: drawDate(random, 2019, 2024) }),
    village: villages[village]?.name ?? null,
    ...describeUse(parcel, 'maniema', random),
  };
}

function spelled(use: string, random: Random): string {
  return random.chance(SPELLED) ? (SPELLINGS[use] ?? use) : use;
}
