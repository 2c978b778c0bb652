import type { Random } from '../random.ts';

const ANSWERS = {
  walls: ['mud_brick', 'planks', 'wattle_and_daub', 'bark_and_bamboo'],
  roofs: ['palm_thatch', 'corrugated_iron', 'palm_thatch_and_corrugated_iron'],
  // An entry that occurs twice is twice as likely.
  cooking: ['firewood', 'firewood', 'charcoal', 'palm_shells'],
  lamps: ['torch_lamp', 'solar_lamp', 'paraffin_lamp'],
  tenure: ['inherited_within_the_clan', 'allotted_by_the_chief', 'borrowed', 'bought'],
} as const;

/** Smallest population of a village with houses of cement. */
const CEMENT = 500;

/**
 * Draws the household data of a village survey, for a population. There are generators only in
 * villages with electricity.
 */
export function drawHouseholds(population: number, electricity: boolean, random: Random) {
  const { roofs, cooking, lamps, tenure } = ANSWERS;
  const walls = [...ANSWERS.walls, ...(population < CEMENT ? [] : ['cement_block'])];
  const size = random.between(4.2, 7.4);
  const households = Math.max(6, Math.round(population / size));
  return {
    households,
    // The population divided by the counted households, as surveys compute it.
    household_size: Math.round((population / households) * 10) / 10,
    housing_material: random.sample(walls, random.pick([1, 1, 2])),
    roofing: random.pick(roofs),
    cooking_energy: [...new Set([cooking[0], random.pick(cooking)])],
    lighting: electricity
      ? ['generator', ...random.sample(lamps, random.integer(0, 1))]
      : random.sample(lamps, random.integer(1, 2)),
    land_access: random.sample(tenure, random.pick([1, 1, 2])),
  };
}
