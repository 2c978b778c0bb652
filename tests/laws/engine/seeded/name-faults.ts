import { replace, type FaultClass } from './fault.ts';
import { misspell } from './misspell.ts';
import { innerRange, textOf, type Spot } from './spots.ts';

/** Creates the class of faults with a misspelt word in a value. */
function misspelt(
  name: string,
  path: RegExp,
  fits: (spot: Spot) => boolean = () => true,
): FaultClass {
  return {
    name: `misspelt ${name}`,
    fits: (spot) =>
      spot.value.kind === 'scalar' &&
      path.test(spot.path) &&
      /^[a-z][\w./ -]*$/i.test(textOf(spot)) &&
      fits(spot),
    change: (spot, random, words) => {
      const wrong = misspell(textOf(spot), random, words);
      return wrong === null ? null : replace(innerRange(spot), wrong);
    },
  };
}

const named = (spot: Spot): boolean => !['all', 'none'].includes(textOf(spot));

/** Misspelt references to names of the atlas. */
export const NAME_FAULTS: readonly FaultClass[] = [
  misspelt('source of a sublayer', /sublayers\.\*\.source$|^hillshade\.source$/),
  misspelt('dataset in an argument', /\.with\.source$/),
  misspelt('source layer', /source-layer$/),
  misspelt('class list', /(sublayers\.\*|\.paint|\.outline|with)(\..*)?\.classes$/),
  misspelt('shade', /\.shade$/),
  misspelt('category', /^((groups|projects)\.\*|defaults\.groups)\.category$/),
  misspelt('group of a project', /^projects\.\*\.(clip\.\*|groups\.\*(\.use)?)$/),
  misspelt('template', /^(groups|base-layers)\.\*\.sublayers\.\*\.use$/),
  misspelt('template of fields', /^datasets\.\*\.fields\.use(\.\*)?$/),
  misspelt('level', /permission(\.(view|analyse|download))?$/),
  misspelt('service', /load\.service$|^sources\.\*\.service$/),
  misspelt('token', /\.token$/),
  misspelt('preset', /\.preset$/),
  misspelt('key of a text', /^(defaults|datasets|groups)\./, (spot) =>
    textOf(spot).startsWith('texts.'),
  ),
  misspelt('country', /\.coverage\.\*$|\.for\.country\.\*$/, named),
  misspelt('font', /text-font\.\*$/, (spot) => /^[A-Z]/.test(textOf(spot))),
  misspelt('language of the atlas', /^locales\.(default|fallback|session)$/),
  misspelt('field in a popup', /popup\.(title|fields\.\*|sections\.\*\.fields\.\*)$/),
  misspelt('field of a class list', /^classes\.\*\.field$/),
  misspelt('field in the search', /search\.(\*|fields\.\*|rank)$/),
  misspelt('key field of a dataset', /^datasets\.\*\.key$/),
  misspelt('field in a label or title', /\.by-language$/),
  misspelt(
    'field in an expression',
    /\.(filter|layout|paint)\..*\*$/,
    ({ parent, index }) => index === 1 && textOf(parent!.children[0]!) === 'get',
  ),
];

/** Misspelt keywords of the language. */
export const WORD_FAULTS: readonly FaultClass[] = [
  misspelt('type of a sublayer', /sublayers\.\*\.type$/),
  misspelt('type of a source', /^sources\.\*\.type$/),
  misspelt('type of a field', /^datasets\.\*\.fields\.[^.]+\.type$/),
  misspelt('type of a parameter', /^templates\.\*\.parameters\.[^.]+(\.type)?$/),
  misspelt('geometry', /^datasets\.\*\.geometry$/),
  misspelt('ground of a base map', /^base-layers\.\*\.ground$/),
  misspelt('slot', /\.slot$/),
  misspelt('legend word', /\.legend$/),
  misspelt('word of a service or level', /\.(fallback|granted|when-denied|format|encoding)$/),
  misspelt('word of a style property', /\.layout\.(line-join|line-cap|text-anchor)$/),
  // Under `feeds`, a word is the name of the feed.
  misspelt('true or false', /^(?!.*\.feeds\.)/, (spot) => /^(true|false)$/.test(spot.value.source)),
];
