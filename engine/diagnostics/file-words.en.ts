import type { CodeWords, Params } from './catalogue.ts';
import { code, names, nearest, place, spaceMissing, unknown, words } from './phrases.en.ts';

/** What to say of a key that is right elsewhere, by where. */
const ELSEWHERE: Readonly<Record<string, (p: Params) => string>> = {
  outline: (p) =>
    `An \`outline\` belongs to a fill, and this is a sublayer of type ${code(p.text('type'))}. A circle takes \`circle-stroke-color\` and \`circle-stroke-width\` under \`paint\`.`,
  classes: (p) =>
    `\`classes\` beside \`type\` colours a raster; a sublayer of type ${code(p.text('type'))} takes them inside \`paint\`: \`paint: { ${p.text('type')}-color: { classes: … } }\`.`,
  paint: () => 'It is a paint property: move it under `paint:`.',
  layout: () => 'It is a layout property: move it under `layout:`.',
};

/** The number that a text with a unit, a per cent sign or a decimal comma means. */
function numberOf(p: Params): string | undefined {
  const text = p.text('value');
  if (/^-?[\d.]+\s+-?[\d.]+$/.test(text)) return 'Write a comma between the two numbers.';
  const [, number = '', unit] = /^([-+]?\d+(?:[.,]\d+)?)\s*(px|m|%|°)?$/.exec(text) ?? [];
  if (number === '') return undefined;
  const value = Number(number.replace(',', '.')) / (unit === '%' ? 100 : 1);
  return `Write \`${value}\`${unit === undefined ? '' : ', without a unit'}.`;
}

/** How a range of dates is asked for, where a range is one of numbers. */
const DATE_RANGE =
  "Ranges are of numbers. Dates are compared by a `filter` of the sublayer, as `filter: ['>=', ['get', surveyed], '2020-01-01']`.";

/** What to write for a bound of a range that is a date. */
function dateBoundOf(p: Params): string | undefined {
  const isBound = p.text('key') === 'min' || p.text('key') === 'max';
  return isBound && /^\d{4}-\d{2}(?:-\d{2})?/.test(p.text('value')) ? DATE_RANGE : undefined;
}

/** Keys of the whole language that come later. */
const LATER: ReadonlySet<string> = new Set(['forms', 'notices', 'pages', 'tools']);

/** How to get from what is found to what is expected, by both. */
const SHAPES: Readonly<Record<string, (key: string) => string>> = {
  'a mapping for a list': () => 'Begin every entry with `- `, also where there is only one.',
  'a text for a list': (key) =>
    key === 'filter'
      ? 'A test on a field is written `where: { <field>: <value> }`, without `filter`.'
      : `Put it into brackets: \`${key}: [ … ]\`.`,
  'a list for a mapping': () => 'Remove the `- ` or the brackets: here stand keys, each once.',
};

/** The smallest that will do of what cannot be empty. */
const SMALLEST: Readonly<Record<string, string>> = {
  for: 'Write for example `for: { country: all }`.',
  categories:
    'Add the headings of the panel, as `categories: [{ id: land, name: { all: Land } }]`; every group names one.',
  'base-layers':
    "Add a map to draw on, at its smallest `base-layers: [{ id: plain, name: { all: Plain }, ground: light, sublayers: [{ id: ground, type: background, paint: { background-color: '#F5F2E9' } }] }]`.",
};

/** Whether a key at the top of a file comes later. */
function isLater(p: Params): boolean {
  return LATER.has(p.text('key')) && p.list('known').includes('groups');
}

const SHAPE: Readonly<Record<string, CodeWords>> = {
  'unknown-key': words(
    (p) =>
      isLater(p)
        ? `${code(p.text('key'))} is not in the language yet.`
        : `The key ${code(p.text('key'))} is not known here.`,
    (p) =>
      (isLater(p) ? 'Remove it until it comes.' : undefined) ??
      ELSEWHERE[p.text('elsewhere')]?.(p) ??
      spaceMissing(p, 'key') ??
      nearest(p, 'Remove it; a note of your own begins with `x-`.', 'Keys that may stand here'),
  ),
  'key-needs': words(
    (p) =>
      `${code(p.text('key'))} only means something beside ${code(p.text('missing'))}, which is missing.`,
    (p) => `Add \`${p.text('missing')}:\`, or remove ${code(p.text('key'))}.`,
  ),
  'not-read-yet': words(
    (p) =>
      `The language knows ${code(p.text('found'))}, but this version of the atlas does not read it.`,
    (p) => p.text('instead') || 'Remove it.',
  ),
  'missing-key': words(
    (p) => `The key ${code(p.text('key'))} is missing in the ${p.text('parent')}.`,
    (p) =>
      SMALLEST[p.text('parent') === 'atlas' ? p.text('key') : ''] ??
      (p.has('known')
        ? `Add \`${p.text('key')}:\` with one of ${names(p.list('known'))}.`
        : `Add \`${p.text('key')}:\`.${p.has('hint') ? ` ${p.text('hint')}` : ''}`),
  ),
  'wrong-type': words(
    (p) => `${place(p)} should be ${p.text('expected')}, but it is ${p.text('found')}.`,
    (p) =>
      dateBoundOf(p) ??
      `${numberOf(p) ?? SHAPES[`${p.text('found')} for ${p.text('expected')}`]?.(p.text('key')) ?? `Write ${p.text('expected')}.`}${p.has('hint') ? ` ${p.text('hint')}` : ''}`,
  ),
  'not-in-list': words(
    (p) => `${code(p.text('found'))} is not a value of ${code(p.text('key'))}.`,
    (p) =>
      p.has('list') && !p.has('nearest')
        ? `It may be ${names(p.list('known'))}, or a list: \`${p.text('key')}: [${p.text('found')}]\`.`
        : nearest(p, 'See the reference of the language.', 'It may be'),
  ),
  'out-of-range': words(
    (p) =>
      `${place(p)} is ${p.text('found')}, but it must be ${p.text('comparison') === '<=' ? 'at most' : 'at least'} ${p.text('limit')}.`,
    (p) =>
      p.text('hint') ||
      (/opacity/.test(p.text('key'))
        ? '0 is invisible, 1 covers what is below: 42 % is `0.42`.'
        : 'Write a number within the range.'),
  ),
  'bad-format': words(
    (p) => `${code(p.text('found'))} is not well formed for ${code(p.text('key'))}.`,
    (p) =>
      `${p.has('hint') ? p.text('hint') : 'See the reference of the language.'}${p.has('example') ? ` For example: ${code(p.text('example'))}.` : ''}`,
  ),
  'wrong-length': words(
    (p) => {
      if (p.text('rule') === 'uniqueItems')
        return `The list ${code(p.text('key'))} holds ${p.has('twice') ? code(p.text('twice')) : 'the same value'} twice.`;
      if (p.text('found') === '0') return `${code(p.text('key'))} is empty.`;
      const most = p.text('rule').startsWith('max') || p.text('rule') === 'items';
      return `${code(p.text('key'))} has ${p.text('found')} entries, but ${most ? 'at most' : 'at least'} ${p.text('limit')} are wanted.`;
    },
    (p) =>
      p.text('found') === '0'
        ? (SMALLEST[p.text('key')] ?? 'Add an entry.')
        : p.text('rule') === 'uniqueItems'
          ? 'Remove one of the two.'
          : 'Add or remove entries.',
  ),
  'one-of-keys': words(
    (p) =>
      p.list('found').length > 1
        ? `Only one of ${names(p.list('known'))} may stand here, but there are ${names(p.list('found'))}.`
        : `One of ${names(p.list('known'))} must stand here.`,
    (p) =>
      p.list('found').length > 1 ? 'Keep the one that is meant.' : 'Add the one that is meant.',
  ),
  'defined-twice': words(
    (p) => `${code(p.text('key'))} is given twice, but an atlas has one.`,
    'Keep it in one file, usually `atlas.yaml`.',
  ),
  'texts-outside-locales': words(
    () => '`texts:` stands in a file that is not of one language.',
    'Move it to `locales/<language>.yaml`, for example `locales/en.yaml`.',
  ),
};

const TEMPLATES: Readonly<Record<string, CodeWords>> = {
  'unknown-template': unknown('template', 'templates', 'Declare it under `templates:`.'),
  'missing-parameter': words(
    (p) =>
      `The template ${code(p.text('template'))} needs the parameter ${code(p.text('name'))} (${p.text('type')}), which this call does not give.`,
    (p) =>
      `Add \`${p.text('name')}: …\` under \`with:\`, or give the parameter a default in the template.`,
  ),
  'unknown-parameter': words(
    (p) => `${code(p.text('found'))} is no parameter here.`,
    (p) =>
      nearest(
        p,
        'Declare it under `parameters:` of the template; only templates, entries with `for` and arguments have parameters.',
        'The parameters are',
      ),
  ),
  'wrong-parameter-type': words(
    (p) =>
      `The parameter ${code(p.text('name'))} takes ${p.text('expected')}, but ${code(p.text('found'))} is ${p.text('kind')}.`,
    (p) => `Write ${p.text('expected')}.`,
  ),
  'not-a-text': words(
    (p) => `\`\${${p.text('found')}}\` is not a text, so it cannot stand inside a longer one.`,
    'Let the parameter be the whole value, or name a part of it, such as `${country.iso3}`.',
  ),
  'unused-parameter': words(
    (p) =>
      `The template ${code(p.text('id'))} declares the parameter ${code(p.text('name'))}, but nothing in it uses it.`,
    'Remove the parameter, or use it: `${…}`.',
  ),
  'unused-template': words(
    (p) => `No group uses the template ${code(p.text('id'))}.`,
    'Remove it, or use it with `use:`.',
  ),
  'unknown-override': words(
    (p) => `\`override\` names ${code(p.text('found'))}, which this call does not make.`,
    (p) => nearest(p, 'Add it to `for:`.', 'The call makes'),
  ),
  'lists-unequal': words(
    (p) =>
      `${code(p.text('key'))} has ${p.text('found')} and ${code(p.text('other'))} has ${p.text('expected')} of them, but the lists of one \`for\` are paired.`,
    'Make both lists equally long.',
  ),
};

const TEXTS: Readonly<Record<string, CodeWords>> = {
  'translation-missing': words(
    (p) =>
      p.text('key').startsWith('texts.')
        ? `The text ${code(p.text('key'))} has no words in ${names(p.list('locales'))}.`
        : `The text has no words in ${names(p.list('locales'))}.`,
    (p) =>
      p.text('key').startsWith('texts.')
        ? `Add it to ${names(p.list('locales').map((locale) => `locales/${locale}.yaml`))}, under the same keys.`
        : `Add ${p
            .list('locales')
            .map((locale) => `\`${locale}: …\``)
            .join(', ')}; or write \`{ all: … }\` if every language says the same.`,
  ),
  'unknown-locale': words(
    (p) => `${code(p.text('found'))} is not a language of this atlas.`,
    (p) => nearest(p, 'Add it to `locales.available`.', 'The languages are'),
  ),
  'locale-incomplete': words(
    (p) =>
      `The language ${code(p.text('locale'))} has no words in ${p.text('missing')} of ${p.text('of')} texts.`,
    (p) =>
      `Write them, or leave \`${p.text('locale')}\` out of \`locales.available\` until they are there. With \`{ all: … }\` every language says the same.`,
  ),
  'comma-in-text': words(
    (p) => `YAML cut the text at a comma and took ${code(p.text('found'))} for a key of its own.`,
    'Quote a text with a comma inside `{ }`.',
  ),
  'not-a-text-key': words(
    (p) =>
      p.text('found').startsWith('texts.')
        ? `There is no text ${code(p.text('found'))} in \`locales/\`.`
        : `${code(p.text('found'))} is a bare text, and no key of \`locales/\` has this name.`,
    (p) =>
      p.has('nearest')
        ? `Did you mean the key ${code(p.text('nearest'))}?`
        : p.text('found').startsWith('texts.')
          ? 'Add it to every file of `locales/`, or write the words here: `{ en: …, fr: … }`.'
          : 'Write the text in every language, `{ en: …, fr: … }`, or `{ all: … }` if every language says the same, or a key such as `texts.villages`.',
  ),
  'empty-text': words(
    (p) => `The text in ${code(p.text('locale'))} is empty.`,
    'Write the words, or remove the whole text if it is not needed.',
  ),
  'all-with-locale': words(
    (p) => `\`all\` speaks for every language, but ${code(p.text('found'))} stands beside it.`,
    'Keep `all` alone, or write every language.',
  ),
  'text-file-missing': words(
    (p) =>
      `The Markdown ${p.list('files').length > 1 ? 'files' : 'file'} ${names(p.list('files'))} cannot be found or ${p.list('files').length > 1 ? 'are' : 'is'} empty.`,
    (p) =>
      p.has('nearest')
        ? `Did you mean ${code(p.text('nearest'))}?`
        : 'Create the file, one for each language, beside the YAML.',
  ),
  'placeholder-mismatch': words(
    (p) =>
      `The placeholders differ: ${code(p.text('first'))} has ${names(p.list('expected')) || 'none'}, ${code(p.text('locale'))} has ${names(p.list('found')) || 'none'}.`,
    'Use the same `{{…}}` in every language.',
  ),
  'unused-text': words(
    (p) => `Nothing uses the text ${code(p.text('key'))}.`,
    'Remove it, or name it where it belongs.',
  ),
};

/** The words for faults of files, shape, templates and texts. */
export const FILE_WORDS: Readonly<Record<string, CodeWords>> = {
  ...SHAPE,
  ...TEMPLATES,
  ...TEXTS,
};
