import type { Random } from '../random.ts';
import type { Planned } from './land-use-plan.ts';

const WORDS = {
  en: {
    managers: {
      built: ['village council', 'council of Nguti'],
      state: ['forest administration', 'ministry in charge of land'],
      shared: ['village assembly', 'clan', 'community forest committee'],
    },
    activities: {
      built: ['houses', 'gardens', 'small trade', 'public buildings'],
      farmed: ['food crops', 'cocoa', 'fallow', 'livestock'],
      forest: ['gathering', 'hunting for food', 'felling for own use', 'rites'],
      state: ['patrols', 'felling by permit', 'research'],
    },
    works: ['road', 'bridge', 'school', 'health post', 'borehole', 'market', 'telephone mast'],
    conditions: ['good', 'fair', 'poor', 'under construction'],
  },
  fr: {
    managers: {
      built: ['conseil du village', 'secteur'],
      state: ['administration forestière', 'administration des affaires foncières'],
      shared: ['assemblée villageoise', 'clan', 'comité local de développement'],
    },
    activities: {
      built: ['habitations', 'jardins', 'petit commerce', 'bâtiments publics'],
      farmed: ['cultures vivrières', 'cacao', 'jachère', 'élevage'],
      forest: ['cueillette', 'chasse de subsistance', 'coupe pour les besoins locaux', 'rites'],
      state: ['patrouilles', 'coupe sous permis', 'recherche'],
    },
    works: ['route', 'pont', 'école', 'poste de santé', 'forage', 'marché', 'antenne téléphonique'],
    conditions: ['bon état', 'état moyen', 'mauvais état', 'en construction'],
  },
} as const;

/** Uses of either plan whose land is built on, farmed, or held by the state; the rest is forest. */
const BUILT = ['currentbuilt', 'builtup', 'infrastructure', 'factories', 'class7', 'class8'];
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
const STATE = ['fmu', 'governconc', 'nonallocate', 'class9', 'class2'];

/**
 * Draws what a plan says of a parcel beside its use: who manages it, what may be done there, and
 * the infrastructure on it (specification, section 3: land use, infrastructure).
 */
export function describeUse({ use, situation }: Planned, language: 'en' | 'fr', random: Random) {
  const { managers, activities, works, conditions } = WORDS[language];
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
