import type { Random } from '../random.ts';

type Words = readonly [string, ...string[]];

const WORDS: Readonly<Record<'en' | 'fr', Readonly<Record<string, Words>>>> = {
  en: {
    walls: ['mud brick', 'planks', 'wattle and daub', 'bark and bamboo', 'cement block'],
    roofs: ['palm thatch', 'corrugated iron', 'palm thatch and corrugated iron'],
    cooking: ['firewood', 'firewood', 'charcoal', 'palm shells'],
    lighting: ['torch lamp', 'solar lamp', 'paraffin lamp', 'generator'],
    tenure: ['inherited within the clan', 'allotted by the chief', 'borrowed', 'bought'],
  },
  fr: {
    walls: ['briques d’adobe', 'planches', 'pisé', 'écorce et bambou', 'parpaings'],
    roofs: ['chaume de palmes', 'tôle ondulée', 'chaume de palmes et tôle'],
    cooking: ['bois de feu', 'bois de feu', 'charbon de bois', 'coques de palmiste'],
    lighting: ['lampe torche', 'lampe solaire', 'lampe à pétrole', 'groupe électrogène'],
    tenure: ['héritage au sein du clan', 'attribution par le chef', 'prêt', 'achat'],
  },
};

/** Draws what a survey tells of the households of a village of so many people. */
export function drawHouseholds(population: number, language: 'en' | 'fr', random: Random) {
  const { walls, roofs, cooking, lighting, tenure } = WORDS[language];
  const size = random.between(4.2, 7.4);
  const households = Math.max(6, Math.round(population / size));
  return {
    households,
    // As a survey reports it: what was counted, over what was counted.
    household_size: Math.round((population / households) * 10) / 10,
    housing_material: random.sample(walls!, random.pick([1, 1, 2])),
    roofing: random.pick(roofs!),
    cooking_energy: [...new Set([cooking![0], random.pick(cooking!)])],
    lighting: random.sample(lighting!, random.integer(1, 2)),
    land_access: random.sample(tenure!, random.pick([1, 1, 2])),
  };
}
