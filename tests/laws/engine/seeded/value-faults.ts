import { replace, type Change, type FaultClass } from './fault.ts';
import { misspell } from './misspell.ts';
import { innerRange, textOf, wholeRange, type Range, type Spot } from './spots.ts';

/** Replaces a scalar, quotes included. */
function otherValue(
  name: string,
  fits: (spot: Spot) => boolean,
  write: (source: string) => string,
): FaultClass {
  return {
    name,
    fits: (spot) => spot.value.kind === 'scalar' && fits(spot),
    change: ({ value }) => replace(value.at, write(value.source)),
  };
}

const isNumber = ({ value }: Spot): boolean => /^-?\d+(\.\d+)?$/.test(value.source);
const isColor = ({ value }: Spot): boolean => /^'#[0-9A-F]{6}'$/i.test(value.source);
const last = ({ path }: Spot): string => path.split('.').at(-1)!;

const COLOR_NAMES = ['orange', 'green', 'brown', 'purple', 'yellow', 'black'];

/** Returns the spot of another key of the same mapping. */
function sibling({ parent }: Spot, key: string): Spot | undefined {
  return parent?.children.find((child) => child.key?.name === key);
}

/** Swaps the values of two spots; both, with their keys, are the fault. */
function exchange(a: Spot, b: Spot): Change {
  return {
    edits: [
      { at: a.value.at, text: b.value.source },
      { at: b.value.at, text: a.value.source },
    ],
    places: [wholeRange(a), wholeRange(b)],
  };
}

/** Misspells the last word of a path, before its extension. */
function misspeltFile(name: string, path: RegExp): FaultClass {
  return {
    name,
    fits: (spot) => spot.value.kind === 'scalar' && path.test(spot.path),
    change: (spot, random, words) => {
      const text = textOf(spot);
      const from = text.lastIndexOf('/') + 1;
      const word = /^[a-z]+/i.exec(text.slice(from))?.[0] ?? '';
      const wrong = misspell(word, random, words);
      if (wrong === null) return null;
      const [start, end] = innerRange(spot);
      return replace([start, end], text.slice(0, from) + wrong + text.slice(from + word.length));
    },
  };
}

export const VALUE_FAULTS: readonly FaultClass[] = [
  otherValue(
    'word for a number',
    (spot) =>
      isNumber(spot) && /^(order|opacity|minzoom|maxzoom|tile-size|width|radius)$/.test(last(spot)),
    () => 'ten',
  ),
  otherValue(
    'number in quotes',
    (spot) => isNumber(spot) && /^(order|opacity|minzoom|maxzoom|tile-size)$/.test(last(spot)),
    (source) => `'${source}'`,
  ),
  otherValue(
    'yes for true',
    ({ value }) => value.source === 'true',
    () => 'yes',
  ),
  otherValue(
    'decimal comma',
    (spot) =>
      isNumber(spot) &&
      spot.value.source.includes('.') &&
      !spot.inFlow &&
      /opacity|minzoom|width/.test(last(spot)),
    (source) => source.replace('.', ','),
  ),
  otherValue(
    'zoom out of range',
    (spot) => isNumber(spot) && /^(minzoom|maxzoom)$/.test(last(spot)),
    (source) => String(Number(source) + 90),
  ),
  otherValue(
    'opacity in percent',
    (spot) => isNumber(spot) && last(spot).endsWith('opacity') && Number(spot.value.source) > 0.02,
    (source) => String(Number(source) * 100),
  ),
  otherValue(
    'unit of time misspelt',
    ({ value }) => /^\d+ [hs]$/.test(value.source),
    (source) => source.replace(/[hs]$/, (unit) => (unit === 'h' ? 'hours' : 'seconds')),
  ),
  otherValue('colour with five digits', isColor, (source) => `${source.slice(0, -2)}'`),
  otherValue('colour with an invalid digit', isColor, (source) => source.replace(/.'$/, "G'")),
  otherValue('colour without #', isColor, (source) => source.replace('#', '')),
  otherValue('unquoted colour', isColor, (source) => source.slice(1, -1)),
  {
    name: 'misspelt name of a colour',
    fits: (spot) => isColor(spot),
    change: ({ value }, random, words) => {
      const wrong = misspell(random.pick(COLOR_NAMES), random, words);
      return wrong === null ? null : replace(value.at, `'${wrong}'`);
    },
  },
  {
    name: 'zooms exchanged',
    fits: (spot) =>
      last(spot) === 'minzoom' &&
      isNumber(spot) &&
      Number(sibling(spot, 'maxzoom')?.value.source) > Number(spot.value.source),
    change: (spot) => exchange(spot, sibling(spot, 'maxzoom')!),
  },
  {
    name: 'stops of a ramp exchanged',
    fits: ({ path, value, index }) =>
      path.endsWith('.ramp.*') && value.kind === 'list' && index > 0,
    change: ({ parent, index, children }) =>
      exchange(parent!.children[index - 1]!.children[0]!, children[0]!),
  },
  {
    name: 'levels of a permission exchanged',
    fits: (spot) =>
      spot.path.endsWith('permission.view') &&
      sibling(spot, 'download')?.value.source !== spot.value.source,
    change: (spot) => ({
      ...exchange(spot, sibling(spot, 'download')!),
      places: [wholeRange(spot.parent!)],
    }),
  },
  {
    name: 'misspelt value of a class',
    fits: (spot) =>
      /^classes\.\*\.values\.\*\.value(\.\*)?$/.test(spot.path) &&
      /^[a-z]/i.test(textOf(spot)) &&
      spot.value.kind === 'scalar',
    change: (spot, random, words) => {
      const wrong = misspell(textOf(spot).replace(/[^\w ./-]/g, 'x'), random, words);
      return wrong === null ? null : replace(innerRange(spot), wrong);
    },
  },
  {
    // Over datasets only: the values in the tiles of the base map are unknown.
    name: 'misspelt value of a condition',
    fits: (spot) =>
      /^(datasets\.\*\.only|projects\.\*\.groups\.\*\.where)\.[^.]+(\.\*|\.not\.\*)?$/.test(
        spot.path,
      ) &&
      /^[a-z]+$/i.test(textOf(spot)) &&
      spot.value.kind === 'scalar',
    change: (spot, random, words) => {
      const wrong = misspell(textOf(spot), random, words);
      return wrong === null ? null : replace(innerRange(spot), wrong);
    },
  },
  {
    name: 'misspelt parameter in ${}',
    fits: (spot) => spot.value.kind === 'scalar' && /\$\{[a-z][\w-]*\}/.test(spot.value.source),
    change: ({ value }, random, words) => {
      const found = /\$\{([a-z][\w-]*)\}/.exec(value.source)!;
      const wrong = misspell(found[1]!, random, words);
      const start = value.at[0] + found.index + 2;
      const at: Range = [start, start + found[1]!.length];
      return wrong === null ? null : { ...replace(at, wrong), places: [value.at] };
    },
  },
  misspeltFile('misspelt file of data', /\.load\.(else\.)?file$|^sources\.\*\.file$/),
  misspeltFile('misspelt picture', /\.thumbnail$/),
  misspeltFile('misspelt text file', /^projects\.\*\.texts\.\*\.file$/),
  misspeltFile('misspelt folder', /\.folder$|^theme\.icons$/),
];
