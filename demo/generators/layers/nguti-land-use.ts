import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createRandom } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { makePlan, type Plan, type Planned } from './land-use-plan.ts';
import { LAND_USES, OTHER_USES } from './nguti-rules.ts';
import { describeUse } from './plan-words.ts';
import { drawDate } from './calendar.ts';

const PLAN: Plan = {
  name: 'nguti-land-use',
  country: 'cmr',
  middle: [9.55, 5.24],
  neighbours: [
    [8.98, 5.42],
    [9.06, 4.9],
    [9.62, 4.73],
    [10.1, 4.96],
    [10.16, 5.46],
    [9.42, 5.73],
    [9.75, 5.7],
  ],
  radius: 46,
  edge: 0.16,
  spacing: { near: 0.75, far: 3.2 },
  rules: LAND_USES,
  rest: 'nonallocate',
  others: { uses: OTHER_USES, count: 2, open: 3 },
};

/** Creates a land-use plan for an invented council area in the nguti extent. */
export function makeNgutiLandUse(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  return makePlan(skeleton, PLAN).map((parcel, number) => ({
    type: 'Feature',
    geometry: parcel.geometry,
    properties: attributesOf(skeleton, parcel, number),
  }));
}

function attributesOf({ villages }: Skeleton, parcel: Planned, number: number) {
  const { use, geometry, village } = parcel;
  const random = createRandom(`parcel-${number}`);
  const code = String(number + 1).padStart(4, '0');
  return {
    parcel_id: `P-${code}`,
    land_use: use,
    name: random.chance(0.15) ? null : `Parcel ${code}`,
    area_ha: hectares(geometry),
    ...(random.chance(0.25) ? {} : { adopted: drawDate(random, 2016, 2019) }),
    village: villages[village]?.name ?? null,
    ...describeUse(parcel, 'nguti', random),
  };
}
