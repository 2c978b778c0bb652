import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createRandom, type Random } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { makePlan, type Plan, type Planned, type Rules } from './land-use-plan.ts';
import { describeUse } from './plan-words.ts';
import { drawDate } from './vocabulary.ts';

/** The nine classes of the Maniema plan (specification, section 3). */
const CLASSES: Rules = {
  // shifting agriculture
  class1: ({ toVillage }) => (toVillage > 0.4 && toVillage < 4.5 ? 5 : 0.5),
  // conservation
  class2: ({ toVillage, height }) => (toVillage > 3.5 ? 7 * height : 0.1),
  // animal breeding
  class3: ({ toVillage, height }) => (toVillage > 0.8 && height > 0.5 ? 1.1 : 0.05),
  // sustainable logging and hunting
  class4: ({ toVillage, state }) => (toVillage > 2 ? 6 * (1 - state) : 0.1),
  // fishing
  class5: ({ toWater }) => (toWater < 1 ? 2.2 : 0),
  // sustainable agriculture
  class6: ({ toVillage }) => (toVillage < 2.6 ? 4.5 : 0.4),
  // community activity: the village itself, and what it shares
  class7: ({ toVillage }) => (toVillage < 0.35 ? 900 : toVillage < 2 ? 0.8 : 0.1),
  // infrastructure
  class8: ({ toRoad }) => (toRoad < 0.9 ? 1.2 : 0),
  // state-controlled
  class9: ({ toVillage, state }) => (toVillage > 2.5 ? 8 * state * state : 0),
};

/** What some sheets of the plan write instead of the number of the class. */
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
  middle: [25.39, -2.18],
  reach: 1500,
  radius: 42,
  stretch: 1.6,
  edge: 0.24,
  spacing: { near: 1.3, far: 5.2 },
  rules: CLASSES,
  rest: 'class2',
  others: { uses: [], count: 0, open: 4 },
};

/** Makes a participatory land-use plan for invented communities in the lup extent. */
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
