import { band, type Rules } from './land-use-plan.ts';

/**
 * The 20 uses of the Nguti plan (specification, section 3) and the weight of each in a situation.
 * With the distance from villages, uses change from houses to crops, agroforestry, community
 * forest, and the reserves and concessions of the state.
 */
export const LAND_USES: Rules = {
  currentbuilt: ({ toVillage }) => (toVillage < 0.35 ? 900 : 0),
  builtup: ({ toVillage, toRoad }) => (toRoad < 1 ? 3.2 * band(toVillage, 0.3, 0.8) : 0),
  infrastructure: ({ toRoad, toVillage }) => (toRoad < 0.5 && toVillage < 3 ? 1.6 : 0),
  factories: ({ toRoad, toVillage }) => (toRoad < 0.6 ? 1.2 * band(toVillage, 0.8, 2) : 0),
  horticulture: ({ toVillage }) => 3 * band(toVillage, 0.3, 1),
  cropland: ({ toVillage }) => 5 * band(toVillage, 0.5, 1.9),
  privateland: ({ toVillage, toRoad }) => (toRoad < 2 ? 3 * band(toVillage, 0.8, 2.2) : 0),
  researchfarm: ({ toVillage, toRoad }) => (toRoad < 1.5 ? 2 * band(toVillage, 1.2, 2.4) : 0),
  cultural: ({ toVillage }) => 1.1 * band(toVillage, 0.6, 2.2),
  agroforestry: ({ toVillage }) => 5 * band(toVillage, 1.9, 2.9),
  ranch: ({ toVillage, height }) => (height > 0.5 ? 3.4 * band(toVillage, 1.9, 3.2) : 0),
  fishingarea: ({ toWater, toVillage }) => (toWater < 0.5 ? 2.6 * band(toVillage, 0.8, 3.5) : 0),
  wetland: ({ toWater, height }) => (toWater < 1 && height < 0.46 ? 4 : 0),
  comfor: ({ toVillage, state }) => 6 * band(toVillage, 2.7, 4.6) * (1.25 - state),
  comforprop: ({ toVillage, state }) => 4.6 * band(toVillage, 3, 5.2) * (1.25 - state),
  communityreserve: ({ toVillage, state }) => 4.4 * band(toVillage, 4, 9) * (1.2 - state),
  ecotourism: ({ toVillage, toWater }) => (toWater < 2 ? 2 * band(toVillage, 3.4, 8) : 0),
  governconc: ({ toVillage, state }) => 6 * band(toVillage, 3.6, 14) * state,
  fmu: ({ toVillage, state }) => 8 * band(toVillage, 3.8, 16) * state,
  nonallocate: ({ toVillage }) => 1.4 * band(toVillage, 3, 16),
};

/** Uses in the data that the plan does not define. The map must show them as "other". */
export const OTHER_USES = ['quarry', 'disputed'] as const;
