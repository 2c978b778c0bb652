import type { Elsewhere, Lists, Maybe, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, names, nearest, place, spaceMissing } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';
import { yamlText } from '../yaml-text.ts';

/** Advice on a key that belongs elsewhere, by its right place. */
const ELSEWHERE: Readonly<Record<Elsewhere['key'], (type: string) => string>> = {
  outline: (type) =>
    `Only a fill has an \`outline\`, but this sublayer has type ${code(type)}. A circle has \`circle-stroke-color\` and \`circle-stroke-width\` under \`paint\`.`,
  classes: (type) =>
    `Only rasters have \`classes\` next to \`type\`. In a sublayer of type ${code(type)}, write it under \`paint\`: \`paint: { ${type}-color: { classes: … } }\`.`,
  paint: () => 'It is a paint property: move it under `paint:`.',
  layout: () => 'It is a layout property: move it under `layout:`.',
};

/** Words for comparisons with a limit. */
const COMPARED = { '<=': 'at most', '>=': 'at least', '>': 'more than' } as const;

type UnknownKey = Unknown<'key'> & { readonly elsewhere?: Elsewhere };

/**
 * Returns advice with the number that is meant by a text with a unit, a percent sign or a decimal
 * comma.
 */
function numberFrom(text: string): Advice | undefined {
  if (/^-?[\d.]+\s+-?[\d.]+$/.test(text))
    return change('Write a comma between the two numbers.', text, text.replace(/\s+/, ', '));
  const [, number = '', unit] = /^([-+]?\d+(?:[.,]\d+)?)\s*(px|m|%|°)?$/.exec(text) ?? [];
  if (number === '') return undefined;
  const value = String(Number(number.replace(',', '.')) / (unit === '%' ? 100 : 1));
  return change(`Write \`${value}\`${unit === undefined ? '' : ', without a unit'}.`, text, value);
}

/** Advice on a range of dates: ranges take numbers only. */
const DATE_RANGE =
  "Ranges take numbers. Compare dates with a `filter` in the sublayer, for example `filter: ['>=', ['get', surveyed], '2020-01-01']`.";

type WrongType = Texts<'key' | 'expected' | 'found'> &
  Maybe<'value' | 'hint'> & { readonly entry?: number };

/** Returns whether a bound of a range is a date. */
function isDateBound({ key, value = '' }: WrongType): boolean {
  return (key === 'min' || key === 'max') && /^\d{4}-\d{2}(?:-\d{2})?/.test(value);
}

/** Returns advice on how to change a value to the expected type. */
function reshaped({ key, found, expected, value }: WrongType): Advice {
  switch (`${found} for ${expected}`) {
    case 'a mapping for a list':
      return { text: 'Begin every entry with `- `, even if there is only one.' };
    case 'a text for a list': {
      if (key === 'filter')
        return {
          text: 'To compare a field with a value, write `where: { <field>: <value> }` instead of `filter`.',
        };
      const text = `Put it into brackets: \`${key}: [ … ]\`.`;
      return value === undefined ? { text } : change(text, value, `[${yamlText(value)}]`);
    }
    case 'a list for a mapping':
      return { text: 'Remove the `- ` or the brackets, and write keys.' };
    default:
      return { text: `Write ${expected}.` };
  }
}

/** A minimal example for each key that cannot be empty. */
const SMALLEST: Readonly<Record<string, string>> = {
  for: 'Write for example `for: { country: all }`.',
  categories:
    'Add the headings of the panel, for example `categories: [{ id: land, name: { all: Land } }]`. Every group has a category.',
  'base-layers':
    "Add a base map, for example `base-layers: [{ id: plain, name: { all: Plain }, ground: light, sublayers: [{ id: ground, type: background, paint: { background-color: '#F5F2E9' } }] }]`.",
};

/** The messages about keys and values that do not match the schema. */
export const SHAPE_WORDS = {
  'unused-default': words<Texts<'key'>>({
    short: 'Default is not used',
    message: (p) => `No entry of this file uses the default ${code(p.key)}.`,
    advice: 'Remove it, or remove the key from the entries that should use the default.',
  }),
  'unknown-key': words<UnknownKey>({
    short: 'Unknown key',
    message: (p) => `The key ${code(p.key)} is not allowed here.`,
    advice: (p) =>
      (p.elsewhere ? ELSEWHERE[p.elsewhere.key](p.elsewhere.type) : undefined) ??
      spaceMissing(p.key, p.nearest) ??
      nearest({ ...p, found: p.key }, 'Remove it. Your own notes begin with `x-`.', 'Allowed keys'),
  }),
  'key-needs': words<Texts<'key' | 'missing'>>({
    short: 'Key needs another one',
    message: (p) => `${code(p.key)} requires ${code(p.missing)}, which is missing.`,
    advice: (p) => `Add \`${p.missing}:\`, or remove ${code(p.key)}.`,
  }),
  'not-read-yet': words<Texts<'found'> & Maybe<'instead'>>({
    short: 'Not supported yet',
    message: (p) => `${code(p.found)} is not supported by this version of the atlas.`,
    advice: (p) => p.instead || 'Remove it.',
  }),
  'missing-key': words<
    Texts<'key' | 'parent'> & Maybe<'hint'> & { readonly known?: readonly string[] }
  >({
    short: 'Key is missing',
    message: (p) => `The ${p.parent} has no ${code(p.key)}.`,
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
        ? `Write ${names(p.known)}, or a list: \`${p.key}: [${p.found}]\`.`
        : nearest(p, 'See the reference.', 'Allowed values'),
  }),
  'out-of-range': words<
    Texts<'key'> &
      Maybe<'hint'> & {
        readonly entry?: number;
        readonly found: string | number;
        readonly comparison: '<=' | '>=' | '>';
        readonly limit: number;
      }
  >({
    short: 'Number is out of range',
    message: (p) =>
      `${place(p)} is ${p.found}, but it must be ${COMPARED[p.comparison]} ${p.limit}.`,
    advice: (p) =>
      p.hint ||
      (/opacity/.test(p.key)
        ? '0 is invisible and 1 is opaque: 42 % is `0.42`.'
        : 'Write a number within the range.'),
  }),
  'bad-format': words<Texts<'key' | 'found'> & Maybe<'hint' | 'example'>>({
    short: 'Malformed value',
    message: (p) => `${code(p.found)} is not a valid value of ${code(p.key)}.`,
    advice: (p) =>
      `${p.hint ? p.hint : 'See the reference.'}${p.example ? ` For example: ${code(p.example)}.` : ''}`,
  }),
  'wrong-length': words<Texts<'key' | 'rule'> & Numbers<'found' | 'limit'> & Maybe<'twice'>>({
    short: 'Wrong number of entries',
    message: (p) => {
      if (p.rule === 'uniqueItems')
        return `The list ${code(p.key)} contains ${p.twice ? code(p.twice) : 'the same value'} twice.`;
      if (p.found === 0) return `${code(p.key)} is empty.`;
      const most = p.rule.startsWith('max') || p.rule === 'items';
      return `${code(p.key)} has ${p.found} entries, but it must have ${most ? 'at most' : 'at least'} ${p.limit}.`;
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
        ? `Only one of ${names(p.known)} is allowed, but there are ${names(p.found)}.`
        : `One of ${names(p.known)} is required.`,
    advice: (p) => (p.found.length > 1 ? 'Keep one of them.' : 'Add one of them.'),
  }),
  'defined-twice': words<Texts<'key'>>({
    short: 'Defined twice',
    message: (p) => `${code(p.key)} is defined twice, but an atlas has only one.`,
    advice: 'Keep it in one file, usually `atlas.yaml`.',
  }),
  'texts-outside-locales': words<Texts<'key'>>({
    short: 'Key of a language file in another file',
    message: (p) => `\`${p.key}:\` is only allowed in a language file.`,
    advice: 'Move it to `locales/<language>.yaml`.',
  }),
};
