import type { Rules } from './land-use-plan.ts';

/**
 * The 20 uses of the Nguti plan (specification, section 3) and how likely a parcel in a situation
 * gets each: a weight, 0 for never.
 */
export const LAND_USES: Rules = {
  currentbuilt: ({ toVillage }) => (toVillage < 0.35 ? 900 : 0),
  builtup: ({ toVillage, toRoad }) => (toVillage < 1.2 && toVillage > 0.3 && toRoad < 2 ? 2.4 : 0),
  horticulture: ({ toVillage }) => (toVillage < 1.6 ? 1.6 : 0),
  cultural: ({ toVillage }) => (toVillage > 0.4 && toVillage < 2.5 ? 0.5 : 0),
  infrastructure: ({ toRoad, toVillage }) => (toRoad < 0.6 && toVillage < 3 ? 1 : 0),
  factories: ({ toRoad, toVillage }) => (toRoad < 0.7 && toVillage > 0.5 ? 0.5 : 0),
  researchfarm: ({ toRoad }) => (toRoad < 1.5 ? 0.35 : 0),
  fishingarea: ({ toWater }) => (toWater < 0.7 ? 3 : 0),
  wetland: ({ toWater, height }) => (toWater < 1.5 && height < 0.5 ? 3 : 0.1),
  cropland: ({ toVillage }) => (toVillage < 2.4 ? 5 : 0.3),
  agroforestry: ({ toVillage }) => (toVillage < 3.2 ? 3.6 : 0.4),
  privateland: ({ toVillage, toRoad }) => (toVillage < 2.5 && toRoad < 3 ? 1.2 : 0.1),
  ranch: ({ toVillage, height }) => (toVillage > 1 && height > 0.5 ? 1 : 0.05),
  comfor: ({ toVillage, state }) => (toVillage > 1.2 ? 6 * (1 - state) : 0),
  comforprop: ({ toVillage, state }) => (toVillage > 1.2 ? 3 * (1 - state) : 0),
  communityreserve: ({ toVillage, state }) => (toVillage > 1.8 ? 3 * (1 - state) : 0),
  fmu: ({ toVillage, state }) => (toVillage > 1.6 ? 11 * state * state : 0),
  governconc: ({ toVillage, state }) => (toVillage > 1.4 ? 5 * state * state : 0),
  nonallocate: ({ toVillage }) => (toVillage > 1 ? 0.9 : 0.1),
  ecotourism: ({ toVillage, toWater }) => (toVillage > 1.5 && toWater < 3 ? 0.8 : 0),
};

/** Uses that plans carry beside the twenty: a map must show them as "other". */
export const OTHER_USES = ['quarry', 'disputed'] as const;
