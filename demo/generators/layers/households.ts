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

/** What the household data depend on. */
interface Counted {
  readonly population: number;
  readonly electricity: boolean;
  /** From 0 to 1. */
  readonly wealth: number;
}

/**
 * Draws the household data of a village survey, for a population. There are generators only in
 * villages with electricity.
 */
export function drawHouseholds(
  { population, electricity, wealth }: Counted,
  write: (count: number) => number,
  random: Random,
) {
  const { roofs, cooking, lamps, tenure } = ANSWERS;
  const walls = [...ANSWERS.walls, ...(population < CEMENT ? [] : ['cement_block'])];
  const size = random.between(4.2, 7.4);
  // Absent people, and the guests of some houses, are counted in one number and not in the other.
  const counted = population / size / random.between(0.85, 1.15);
  const households = Math.max(6, write(Math.round(counted)));
  const [thatch, iron, both] = roofs;
  const roof = wealth + random.between(-0.17, 0.17);
  return {
    households,
    // The mean of the houses that were visited, which are a part of all.
    household_size: Math.round(size * 10) / 10,
    housing_material: random.sample(walls, random.pick([1, 1, 2])),
    roofing: roof > 0.56 ? iron : roof > 0.44 ? both : thatch,
    cooking_energy: [...new Set([cooking[0], random.pick(cooking)])],
    lighting: electricity
      ? ['generator', ...random.sample(lamps, random.integer(0, 1))]
      : random.sample(lamps, random.integer(1, 2)),
    land_access: random.sample(tenure, random.pick([1, 1, 2])),
  };
}
