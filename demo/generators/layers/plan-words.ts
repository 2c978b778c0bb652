import type { Random } from '../random.ts';
import type { Planned } from './land-use-plan.ts';

/** Managers of parcels, by plan. */
const MANAGERS = {
  nguti: {
    built: ['village_council', 'council_of_nguti'],
    state: ['forest_administration', 'ministry_in_charge_of_land'],
    shared: ['village_assembly', 'clan', 'community_forest_committee'],
  },
  maniema: {
    built: ['village_council', 'sector'],
    state: ['forest_administration', 'ministry_in_charge_of_land'],
    shared: ['village_assembly', 'clan', 'local_development_committee'],
  },
} as const;

const ANSWERS = {
  activities: {
    built: ['houses', 'gardens', 'small_trade', 'public_buildings'],
    farmed: ['food_crops', 'cocoa', 'fallow', 'livestock'],
    forest: ['gathering', 'hunting_for_food', 'felling_for_own_use', 'rites'],
    state: ['patrols', 'felling_by_permit', 'research'],
  },
  works: ['road', 'bridge', 'school', 'health_post', 'borehole', 'market', 'telephone_mast'],
  conditions: ['good', 'fair', 'poor', 'under_construction'],
} as const;

/**
 * The built-up uses of both plans. A use that is in neither this list nor `FARMED` nor `STATE` is
 * forest.
 */
const BUILT = ['currentbuilt', 'builtup', 'infrastructure', 'factories', 'class7', 'class8'];
/** Farmland of either plan. */
const FARMED = [
  'cropland',
  'horticulture',
  'agroforestry',
  'researchfarm',
  'ranch',
  'privateland',
  'class1',
  'class3',
  'class6',
];
/** State land of either plan. */
const STATE = ['fmu', 'governconc', 'nonallocate', 'class9', 'class2'];

/**
 * Draws the attributes of a parcel other than its use: who manages it, permitted activities, and
 * infrastructure (specification, section 3: land use, infrastructure).
 */
export function describeUse(
  { use, situation }: Planned,
  plan: keyof typeof MANAGERS,
  random: Random,
) {
  const managers = MANAGERS[plan];
  const { activities, works, conditions } = ANSWERS;
  const kind = kindOf(use);
  const served = kind === 'built' || (kind === 'farmed' && situation.toRoad < 1);
  const infrastructure = served ? random.sample(works, random.integer(1, 3)) : [];
  return {
    managed_by:
      use === null
        ? null
        : random.pick(managers[kind === 'built' || kind === 'state' ? kind : 'shared']),
    permitted: use === null ? [] : random.sample(activities[kind], random.integer(1, 3)),
    infrastructure,
    infrastructure_condition: infrastructure.length > 0 ? random.pick(conditions) : null,
  };
}

function kindOf(use: string | null): 'built' | 'farmed' | 'forest' | 'state' {
  if (use === null) return 'forest';
  if (BUILT.includes(use)) return 'built';
  if (FARMED.includes(use)) return 'farmed';
  return STATE.includes(use) ? 'state' : 'forest';
}
