import type { CodeWords, Params } from './catalogue.ts';
import { code, names, nearest, words } from './phrases.en.ts';

const CLASSES: Readonly<Record<string, CodeWords>> = {
  'duplicate-class-value': words(
    (p) =>
      `The value ${code(p.text('value'))} stands in two classes of ${code(p.text('classes'))}.`,
    'Keep it in one.',
  ),
  'unknown-default-class': words(
    (p) =>
      `${code(p.text('found'))} is no value of this class list, so it cannot be its \`${p.text('key')}\`.`,
    (p) => nearest(p, 'Write a class `{ color: …, label: … }`, or `none`.', 'Values'),
  ),
  'steps-not-ascending': words(
    (p) => `${p.text('found')} comes after ${p.text('after')}.`,
    'Order the steps from low to high.',
  ),
  'values-below-steps': words(
    (p) =>
      `Values of ${code(p.text('field'))} begin at ${p.text('min')}, below the first step of ${code(p.text('classes'))}: they take its colour, and its row in the legend begins at ${p.text('first')}.`,
    (p) => `Let the first step begin at ${p.text('min')} or below.`,
  ),
  'stops-without-data': words(
    (p) =>
      `The ${p.text('what')} go from ${p.text('first')} to ${p.text('last')}, but the values of ${code(p.text('field'))} from ${p.text('min')} to ${p.text('max')}: everything is drawn alike.`,
    'Choose numbers between the smallest and the largest value; `atlas profile` shows both.',
  ),
  'classes-without-field': words(
    (p) =>
      `The class list ${code(p.text('classes'))} names no field: its values are those of pixels.`,
    'Add `field:` to the class list, or to this use: `{ classes: …, field: … }`.',
  ),
  'class-value-no-pixel': words(
    (p) =>
      `No pixel can have the value ${code(p.text('found'))}: pixels are whole numbers from 0 to 254.`,
    'Write the number that the pixels of this class have.',
  ),
  'classes-without-values': words(
    (p) =>
      `${code(p.text('classes'))} has no list of values, so it cannot say which values a field may have.`,
    'Name a class list with `values`, or write the values: `values: [a, b]`.',
  ),
  'unused-classes': words(
    (p) => `Nothing uses the class list ${code(p.text('id'))}.`,
    'Remove it, or use it: `{ classes: … }`.',
  ),
  'class-without-color': words(
    (p) => `A class of ${code(p.text('classes'))} has no \`color\`, but a colour is taken from it.`,
    'Add `color:` to the class.',
  ),
  'class-without-icon': words(
    (p) => `A class of ${code(p.text('classes'))} has no \`icon\`, but an icon is taken from it.`,
    'Add `icon:` to the class.',
  ),
  'class-value-impossible': words(
    (p) =>
      `The field ${code(p.text('field'))} of ${code(p.text('dataset'))} never has the value ${code(p.text('found'))}: it declares others.`,
    (p) => nearest(p, 'Mend the value here or the `values` of the field.', 'It declares'),
  ),
  'class-never-occurs': words(
    (p) =>
      `No feature has the value ${code(p.text('found'))}: this class of ${code(p.text('classes'))} is never drawn.`,
    (p) =>
      nearest(
        p,
        'Matching is exact: check the spelling with `atlas profile`, or remove the class.',
      ),
  ),
  'class-never-painted': words(
    (p) =>
      `\`where\` keeps ${names(p.list('values'))} out, but ${code(p.text('classes'))} shows them in the legend.`,
    'Loosen `where`, or use a class list without them.',
  ),
  'value-without-class': words(
    (p) =>
      `Features of ${code(p.text('dataset'))} whose ${code(p.text('field'))} is ${names(p.list('values'))} have no class in ${code(p.text('classes'))} and would not be drawn.`,
    (p) =>
      p.has('nearest')
        ? `If ${code(p.text('found'))} means ${code(p.text('nearest'))}, add the spelling to its class: \`value: [${p.text('nearest')}, ${p.text('found')}]\`.`
        : p.has('meant')
          ? `Add classes for them, or a \`default\` class. If they are not to be drawn, let \`where\` of the sublayer say so: \`${p.text('field')}: { not: [${p.text('values')}] }\`.`
          : 'Add classes for them, or a `default` class; `default: none` says that a few of them are not to be drawn.',
  ),
  'swallowed-by-default': words(
    (p) =>
      `The declared values ${names(p.list('values'))} of ${code(p.text('field'))} have no class of their own in ${code(p.text('classes'))} and fall into its default.`,
    'Add classes for them, or remove them from the values of the field.',
  ),
  'default-share': words(
    (p) =>
      `${p.text('percent')} % of the features of ${code(p.text('dataset'))} fall into the default of ${code(p.text('classes'))}: ${names(p.list('values'))}.`,
    'Matching is exact: add these spellings to a class (`value: [a, b]`), or a `missing` class for nulls.',
  ),
};

/** What words of the data mean in YAML, where they stand for true and false. */
const BOOLEANS: Readonly<Record<string, string>> = {
  yes: 'true',
  oui: 'true',
  1: 'true',
  no: 'false',
  non: 'false',
  0: 'false',
};

/** What to do where the data are not read, when they are from no file. */
const UNREADABLE: Readonly<Record<string, string>> = {
  table: 'Mend the table or `DATABASE_URL`; `atlas check` looks again.',
  service: 'See what the service sends; `atlas load` asks it anew.',
};

const FIELDS: Readonly<Record<string, CodeWords>> = {
  'search-rank-no-number': words(
    (p) =>
      `A search ranks by numbers, and ${code(p.text('field'))} is of \`type: ${p.text('type')}\`.`,
    'Name a field of `type: integer` or `number`, or leave `rank` out.',
  ),
  'search-rank-restricted': words(
    (p) =>
      `The field ${code(p.text('field'))} asks for ${code(p.text('level'))}, but ${code(p.text('dataset'))} is searched by ${code(p.text('open'))}: the order of what is found would tell of its values.`,
    'Rank by a field that everyone sees who sees the dataset, or leave `rank` out.',
  ),
  'unknown-field': words(
    (p) =>
      p.list('owner').length > 1
        ? `None of ${names(p.list('owner'))} declares a field ${code(p.text('found'))}.`
        : `${code(p.text('owner'))} declares no field ${code(p.text('found'))}.`,
    (p) => {
      if (!p.has('undeclared'))
        return nearest(p, 'Declare it under `fields:` of the dataset.', 'Its fields are');
      const name = p.text('undeclared');
      const label = p.list('locales').map((locale) => `${locale}: …`);
      const line = `\`${name}: { type: ${p.text('type')}, label: { ${label.join(', ')} } }\``;
      return name === p.text('found')
        ? `The data have it: declare it under \`fields:\` of the dataset, as ${line}.`
        : `Did you mean ${code(name)}? The data have it, but it is to be declared under \`fields:\` of the dataset, as ${line}.`;
    },
  ),
  'unchecked-field': words(
    (p) =>
      `The field ${code(p.text('field'))} of ${code(p.text('source'))} cannot be checked: the source declares no fields.`,
    'Add `fields: { <source-layer>: { <field>: text } }` to the source.',
  ),
  'wrong-field-type': words(
    (p) =>
      `The field ${code(p.text('field'))} is of type ${p.text('found')}, but ${p.text('expected')} is needed here.`,
    (p) =>
      p.text('found') === 'date'
        ? `Dates are compared by a \`filter\` of the sublayer, as \`filter: ['>=', ['get', ${p.text('field')}], '2020-01-01']\`.`
        : 'Use another field, or mend its `type`.',
  ),
  'value-type': words(
    (p) =>
      `${code(p.text('found'))} cannot be a value of ${code(p.text('field'))}, which is of type ${p.text('type')}.`,
    (p) => {
      const [, sign, number] = /^([<>])=?\s*(-?[\d.]+)$/.exec(p.text('found')) ?? [];
      if (p.text('type') === 'boolean')
        return `Write \`${BOOLEANS[p.text('found').toLowerCase()] ?? 'true` or `false'}\`.`;
      return number === undefined
        ? 'Write a value of the right type, or mend the type of the field.'
        : `Write a range: \`${p.text('field')}: { ${sign === '>' ? 'min' : 'max'}: ${number} }\`.`;
    },
  ),
  'impossible-value': words(
    (p) =>
      `The field ${code(p.text('field'))} of ${code(p.text('dataset'))} never has the value ${code(p.text('found'))}.`,
    (p) =>
      nearest(
        p,
        'Check the values with `atlas profile`.',
        p.text('from') === 'declared' ? 'It declares' : 'Found at the last load',
      ),
  ),
  'filter-matches-nothing': words(
    (p) =>
      `No feature of ${code(p.text('dataset'))} passes this test on ${code(p.text('field'))}: nothing would be drawn.`,
    'See what values there are with `atlas profile`.',
  ),
  'range-swapped': words(
    (p) => `\`min\` ${p.text('min')} is above \`max\` ${p.text('max')}: nothing can pass.`,
    'Exchange the two.',
  ),
  'field-not-in-data': words(
    (p) => `The data of ${code(p.text('dataset'))} hold no field ${code(p.text('field'))}.`,
    (p) => nearest(p, 'Mend the name: it is the name in the file.', 'The file holds'),
  ),
  'field-all-null': words(
    (p) =>
      `The field ${code(p.text('field'))} of ${code(p.text('dataset'))} is empty in every feature.`,
    'Remove the field, or mend `parse` and `null-values`.',
  ),
  'values-unread': words(
    (p) =>
      `${p.text('unread')} of ${p.text('count')} values of ${code(p.text('field'))} cannot be read as ${p.text('type')} and become null${p.list('examples').length > 0 ? `, as ${names(p.list('examples'))}` : ''}.`,
    (p) =>
      p.text('type') === 'integer' &&
      p.has('examples') &&
      p.list('examples').every((text) => /^-?\d*\.\d+$/.test(text))
        ? 'They are no whole numbers: write `type: number`.'
        : (formOf(p) ??
          'Mend the `type`, or add `parse` or `null-values`; `atlas profile` shows the values.'),
  ),
  'empty-dataset': words(
    (p) =>
      `The dataset ${code(p.text('dataset'))} has no features${p.has('only') ? ` (after \`only\` on ${p.text('only')})` : ''}.`,
    'Check `only` and the file; `allow-empty: true` says that it is meant.',
  ),
  'empty-cut': words(
    (p) =>
      `No feature of ${code(p.text('dataset'))} lies inside the extent of ${code(p.text('project'))}.`,
    (p) =>
      p.list('known').length > 0
        ? `Check the extent, or copy only what has features there: ${code(`sublayers: [${p.text('known')}]`)} beside \`use\` and \`as\`.`
        : 'Check the extent, or leave the group out of the project.',
  ),
  'data-unreadable': words(
    (p) => `The data of ${code(p.text('dataset'))} cannot be read. ${p.text('reason')}`,
    (p) => UNREADABLE[p.text('from')] ?? 'Mend or replace the file, or name another.',
  ),
  'geometry-mismatch': words(
    (p) =>
      `A ${code(p.text('type'))} layer draws nothing of ${code(p.text('dataset'))}, whose features are of the kind ${p.text('geometry')}.`,
    (p) => `Features of this kind are drawn by the types ${names(p.list('known'))}.`,
  ),
  'wrong-source-type': words(
    (p) =>
      `A ${p.text('type')} cannot read ${code(p.text('source'))}, which is of type ${code(p.text('found'))}.`,
    (p) => `It needs a source of type ${p.list('expected').map(code).join(' or ')}.`,
  ),
  'raster-of-two-looks': words(
    (p) =>
      `The raster ${code(p.text('dataset'))} is drawn with ${code(p.text('classes'))} elsewhere and with ${code(p.text('found'))} here, but the server paints it in one look: one of the legends is wrong.`,
    'Use the same classes, or a dataset of its own for the second look.',
  ),
  'raster-without-classes': words(
    (p) => `The raster ${code(p.text('dataset'))} has no colours.`,
    'Add `classes:` with the id of a ramp or class list to the sublayer.',
  ),
  'unused-source': words(
    (p) => `Nothing uses the source ${code(p.text('id'))}.`,
    'Remove it, or draw it.',
  ),
  'labels-twice': words(
    (p) =>
      `The hosted style of ${code(p.text('base'))} has labels of its own, and a group that is on from the start draws labels too.`,
    'Add `without: [symbol]` to the base layer.',
  ),
};

/** The words for classes, fields and their values. */
export const FIELD_WORDS: Readonly<Record<string, CodeWords>> = { ...CLASSES, ...FIELDS };

const DAY_AND_MONTH = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}$/;

/** What to write for dates that are not ISO, by the examples; null where they do not tell. */
function formOf(p: Params): string | null {
  if (p.text('type') !== 'date' || !p.has('examples')) return null;
  const examples = p.list('examples');
  const parts = examples.flatMap((text) => {
    const match = DAY_AND_MONTH.exec(text);
    return match ? [[Number(match[1]), Number(match[2])] as const] : [];
  });
  const forms = [
    ...(parts.length > 0 && !parts.some(([, second]) => second > 12) ? ['dd/mm/yyyy'] : []),
    ...(parts.some(([, second]) => second > 12) ? ['mm/dd/yyyy'] : []),
    ...(examples.some((text) => /^\d{13}$/.test(text)) ? ['epoch-ms'] : []),
    ...(examples.some((text) => /^\d{10}$/.test(text)) ? ['epoch-s'] : []),
  ];
  return forms.length === 0
    ? null
    : `Add \`parse: [iso, ${forms.join(', ')}]\`; what is left, mend in the file. \`atlas profile\` shows the values.`;
}
