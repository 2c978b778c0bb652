import type { Elsewhere, Lists, Maybe, None, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, names, nearest, place, spaceMissing } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';
import { yamlText } from '../yaml-text.ts';

/** What to say of a key that is right elsewhere, by where. */
const ELSEWHERE: Readonly<Record<Elsewhere['key'], (type: string) => string>> = {
  outline: (type) =>
    `An \`outline\` belongs to a fill, and this is a sublayer of type ${code(type)}. A circle takes \`circle-stroke-color\` and \`circle-stroke-width\` under \`paint\`.`,
  classes: (type) =>
    `\`classes\` beside \`type\` colours a raster; a sublayer of type ${code(type)} takes them inside \`paint\`: \`paint: { ${type}-color: { classes: … } }\`.`,
  paint: () => 'It is a paint property: move it under `paint:`.',
  layout: () => 'It is a layout property: move it under `layout:`.',
};

/** Keys of the whole language that come later. */
const LATER: ReadonlySet<string> = new Set(['forms', 'notices', 'pages', 'tools']);

type UnknownKey = Unknown<'key'> & { readonly elsewhere?: Elsewhere };

/** Whether a key at the top of a file comes later. */
function isLater(p: UnknownKey): boolean {
  return LATER.has(p.key) && p.known.includes('groups');
}

/** The number that a text with a unit, a per cent sign or a decimal comma means. */
function numberFrom(text: string): Advice | undefined {
  if (/^-?[\d.]+\s+-?[\d.]+$/.test(text))
    return change('Write a comma between the two numbers.', text, text.replace(/\s+/, ', '));
  const [, number = '', unit] = /^([-+]?\d+(?:[.,]\d+)?)\s*(px|m|%|°)?$/.exec(text) ?? [];
  if (number === '') return undefined;
  const value = String(Number(number.replace(',', '.')) / (unit === '%' ? 100 : 1));
  return change(`Write \`${value}\`${unit === undefined ? '' : ', without a unit'}.`, text, value);
}

/** How a range of dates is asked for, where a range is one of numbers. */
const DATE_RANGE =
  "Ranges are of numbers. Dates are compared by a `filter` of the sublayer, as `filter: ['>=', ['get', surveyed], '2020-01-01']`.";

type WrongType = Texts<'key' | 'expected' | 'found'> &
  Maybe<'value' | 'hint'> & { readonly entry?: number };

/** Whether a bound of a range is a date. */
function isDateBound({ key, value = '' }: WrongType): boolean {
  return (key === 'min' || key === 'max') && /^\d{4}-\d{2}(?:-\d{2})?/.test(value);
}

/** How to get from the type that is found to the one that is expected. */
function reshaped({ key, found, expected, value }: WrongType): Advice {
  switch (`${found} for ${expected}`) {
    case 'a mapping for a list':
      return { text: 'Begin every entry with `- `, also where there is only one.' };
    case 'a text for a list': {
      if (key === 'filter')
        return {
          text: 'A test on a field is written `where: { <field>: <value> }`, without `filter`.',
        };
      const text = `Put it into brackets: \`${key}: [ … ]\`.`;
      return value === undefined ? { text } : change(text, value, `[${yamlText(value)}]`);
    }
    case 'a list for a mapping':
      return { text: 'Remove the `- ` or the brackets: here stand keys, each once.' };
    default:
      return { text: `Write ${expected}.` };
  }
}

/** The smallest value of what cannot be empty. */
const SMALLEST: Readonly<Record<string, string>> = {
  for: 'Write for example `for: { country: all }`.',
  categories:
    'Add the headings of the panel, as `categories: [{ id: land, name: { all: Land } }]`; every group names one.',
  'base-layers':
    "Add a map to draw on, at its smallest `base-layers: [{ id: plain, name: { all: Plain }, ground: light, sublayers: [{ id: ground, type: background, paint: { background-color: '#F5F2E9' } }] }]`.",
};

/** The words for keys and values that do not fit the schema. */
export const SHAPE_WORDS = {
  'unused-default': words<Texts<'key'>>({
    short: 'Default is not used',
    message: (p) => `No entry of this file takes the default ${code(p.key)}.`,
    advice: 'Remove it, or remove the key from the entries that should take it.',
  }),
  'unknown-key': words<UnknownKey>({
    short: 'Unknown key',
    message: (p) =>
      isLater(p)
        ? `${code(p.key)} is not in the language yet.`
        : `The key ${code(p.key)} is not known here.`,
    advice: (p) =>
      (isLater(p) ? 'Remove it until it comes.' : undefined) ??
      (p.elsewhere ? ELSEWHERE[p.elsewhere.key](p.elsewhere.type) : undefined) ??
      spaceMissing(p.key, p.nearest) ??
      nearest(
        { ...p, found: p.key },
        'Remove it; a note of your own begins with `x-`.',
        'Keys that may stand here',
      ),
  }),
  'key-needs': words<Texts<'key' | 'missing'>>({
    short: 'Key needs another one',
    message: (p) =>
      `${code(p.key)} only means something beside ${code(p.missing)}, which is missing.`,
    advice: (p) => `Add \`${p.missing}:\`, or remove ${code(p.key)}.`,
  }),
  'not-read-yet': words<Texts<'found'> & Maybe<'instead'>>({
    short: 'Not supported yet',
    message: (p) =>
      `The language knows ${code(p.found)}, but this version of the atlas does not read it.`,
    advice: (p) => p.instead || 'Remove it.',
  }),
  'missing-key': words<
    Texts<'key' | 'parent'> & Maybe<'hint'> & { readonly known?: readonly string[] }
  >({
    short: 'Key is missing',
    message: (p) => `The key ${code(p.key)} is missing in the ${p.parent}.`,
    advice: (p) =>
      SMALLEST[p.parent === 'atlas' ? p.key : ''] ??
      (p.known?.length
        ? `Add \`${p.key}:\` with one of ${names(p.known)}.`
        : `Add \`${p.key}:\`.${p.hint ? ` ${p.hint}` : ''}`),
  }),
  'wrong-type': words<WrongType>({
    short: 'Wrong type of value',
    message: (p) => `${place(p)} should be ${p.expected}, but it is ${p.found}.`,
    advice: (p) => {
      if (isDateBound(p)) return DATE_RANGE;
      const advice = (p.value === undefined ? undefined : numberFrom(p.value)) ?? reshaped(p);
      return p.hint ? { ...advice, text: `${advice.text} ${p.hint}` } : advice;
    },
  }),
  'not-in-list': words<Unknown & Texts<'key'> & { readonly list?: boolean }>({
    short: 'Value is not one of the allowed ones',
    message: (p) => `${code(p.found)} is not a value of ${code(p.key)}.`,
    advice: (p) =>
      p.list && !p.nearest
        ? `It may be ${names(p.known)}, or a list: \`${p.key}: [${p.found}]\`.`
        : nearest(p, 'See the reference of the language.', 'It may be'),
  }),
  'out-of-range': words<
    Texts<'key'> &
      Maybe<'hint'> & {
        readonly entry?: number;
        readonly found: string | number;
        readonly comparison: '<=' | '>=';
        readonly limit: number;
      }
  >({
    short: 'Number is out of range',
    message: (p) =>
      `${place(p)} is ${p.found}, but it must be ${p.comparison === '<=' ? 'at most' : 'at least'} ${p.limit}.`,
    advice: (p) =>
      p.hint ||
      (/opacity/.test(p.key)
        ? '0 is invisible, 1 covers what is below: 42 % is `0.42`.'
        : 'Write a number within the range.'),
  }),
  'bad-format': words<Texts<'key' | 'found'> & Maybe<'hint' | 'example'>>({
    short: 'Malformed value',
    message: (p) => `${code(p.found)} is not well formed for ${code(p.key)}.`,
    advice: (p) =>
      `${p.hint ? p.hint : 'See the reference of the language.'}${p.example ? ` For example: ${code(p.example)}.` : ''}`,
  }),
  'wrong-length': words<Texts<'key' | 'rule'> & Numbers<'found' | 'limit'> & Maybe<'twice'>>({
    short: 'Wrong number of entries',
    message: (p) => {
      if (p.rule === 'uniqueItems')
        return `The list ${code(p.key)} holds ${p.twice ? code(p.twice) : 'the same value'} twice.`;
      if (p.found === 0) return `${code(p.key)} is empty.`;
      const most = p.rule.startsWith('max') || p.rule === 'items';
      return `${code(p.key)} has ${p.found} entries, but ${most ? 'at most' : 'at least'} ${p.limit} are wanted.`;
    },
    advice: (p) =>
      p.found === 0
        ? (SMALLEST[p.key] ?? 'Add an entry.')
        : p.rule === 'uniqueItems'
          ? 'Remove one of the two.'
          : 'Add or remove entries.',
  }),
  'one-of-keys': words<Lists<'known' | 'found'>>({
    short: 'Exactly one of several keys is needed',
    message: (p) =>
      p.found.length > 1
        ? `Only one of ${names(p.known)} may stand here, but there are ${names(p.found)}.`
        : `One of ${names(p.known)} must stand here.`,
    advice: (p) =>
      p.found.length > 1 ? 'Keep the one that is meant.' : 'Add the one that is meant.',
  }),
  'defined-twice': words<Texts<'key'>>({
    short: 'Defined twice',
    message: (p) => `${code(p.key)} is given twice, but an atlas has one.`,
    advice: 'Keep it in one file, usually `atlas.yaml`.',
  }),
  'texts-outside-locales': words<None>({
    short: '`texts` in the wrong file',
    message: '`texts:` stands in a file that is not of one language.',
    advice: 'Move it to `locales/<language>.yaml`.',
  }),
};
