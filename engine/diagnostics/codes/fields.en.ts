import type { Features, Lists, Maybe, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, names, nearest, profile, whichFeatures, write } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';

/** What words of the data mean in YAML, where they are for true and false. */
const BOOLEANS: Readonly<Record<string, string>> = {
  yes: 'true',
  oui: 'true',
  1: 'true',
  no: 'false',
  non: 'false',
  0: 'false',
};

const DAY_AND_MONTH = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}$/;

/** The entries of `parse` that read dates which are not ISO; none where the examples are of no known form. */
function formsOf(examples: readonly string[]): string[] {
  const seconds = examples.flatMap((text) => DAY_AND_MONTH.exec(text)?.[2] ?? []);
  const isUs = seconds.some((second) => Number(second) > 12);
  return [
    ...(seconds.length > 0 && !isUs ? ['dd/mm/yyyy'] : []),
    ...(isUs ? ['mm/dd/yyyy'] : []),
    ...(examples.some((text) => /^\d{13}$/.test(text)) ? ['epoch-ms'] : []),
    ...(examples.some((text) => /^\d{10}$/.test(text)) ? ['epoch-s'] : []),
  ];
}

type ValuesUnread = Texts<'dataset' | 'field' | 'type'> &
  Numbers<'unread' | 'count'> &
  Lists<'examples'> &
  Features;

/** How values that cannot be read could be. */
function parseAdvice({ type, examples, dataset }: ValuesUnread): string | Advice {
  const areNumbers = examples.every((text) => /^-?\d*\.\d+$/.test(text));
  if (type === 'integer' && examples.length > 0 && areNumbers)
    return 'They are no whole numbers: write `type: number`.';
  const forms = type === 'date' ? formsOf(examples) : [];
  const begin =
    forms.length > 0
      ? `Add \`parse: [iso, ${forms.join(', ')}]\`, and correct the others in the file. `
      : 'Correct the `type`, or add `parse` or `null-values`; ';
  return { text: (command) => `${begin}${command} shows the values.`, command: profile(dataset) };
}

type DataUnreadable = Texts<'dataset' | 'reason'> & { readonly from: 'file' | 'service' | 'table' };

/** What to do about data that cannot be read. */
function unreadableAdvice(p: DataUnreadable): string | Advice {
  // A reason of several sentences says itself what to do.
  if (/[.!?]\s+\p{Lu}/u.test(p.reason)) return '';
  switch (p.from) {
    case 'table':
      return {
        text: (command) => `Correct the table or \`DATABASE_URL\`; ${command} looks again.`,
        command: ['atlas', 'check'],
      };
    case 'service':
      return {
        text: (command) => `See what the service sends; ${command} asks it again.`,
        command: ['atlas', 'load', p.dataset],
      };
    case 'file':
      return 'Mend or replace the file, or name another.';
  }
}

type ValueType = Texts<'found' | 'field' | 'type'>;

/** How a value is written that is of another type than its field. */
function valueAdvice({ found, field, type }: ValueType): string | Advice {
  if (type === 'boolean') {
    const meant = BOOLEANS[found.toLowerCase()];
    return meant === undefined ? 'Write `true` or `false`.' : write(found, meant);
  }
  const [, sign, number] = /^([<>])=?\s*(-?[\d.]+)$/.exec(found) ?? [];
  if (number === undefined)
    return 'Write a value of the right type, or mend the type of the field.';
  const range = `{ ${sign === '>' ? 'min' : 'max'}: ${number} }`;
  return change(`Write a range: \`${field}: ${range}\`.`, found, range);
}

/** The words for fields of datasets, their types and values. */
export const FIELDS_WORDS = {
  'search-rank-no-number': words<Texts<'field' | 'type'>>({
    short: 'Rank is not a number',
    message: (p) => `A search ranks by numbers, and ${code(p.field)} is of \`type: ${p.type}\`.`,
    advice: 'Name a field of `type: integer` or `number`, or leave `rank` out.',
  }),
  'search-rank-restricted': words<Texts<'field' | 'level' | 'dataset' | 'open'>>({
    short: 'Rank shows restricted values',
    message: (p) =>
      `The field ${code(p.field)} asks for ${code(p.level)}, but ${code(p.dataset)} is searched by ${code(p.open)}: the order of what is found would tell of its values.`,
    advice: 'Rank by a field that everyone sees who sees the dataset, or leave `rank` out.',
  }),
  'fields-by-language': words<Unknown & Lists<'missing'>>({
    short: 'No fields by language',
    message: (p) =>
      `${code(`by-language: ${p.found}`)} reads a field for each language of the atlas, but ${names(p.missing)} ${p.missing.length === 1 ? 'is' : 'are'} not declared.`,
    advice: (p) =>
      nearest(p, 'Declare them, or name one field: `{ field: … }`.', 'The declared fields are'),
  }),
  'unknown-field': words<
    Unknown & {
      /** Datasets or sources, none of which declares the field. */
      readonly owner: readonly string[];
      /** A field of the data that is not declared, and the languages its label needs. */
      readonly undeclared?: Texts<'name' | 'type'> & Lists<'locales'>;
    }
  >({
    short: 'Unknown field',
    message: (p) =>
      p.owner.length > 1
        ? `None of ${names(p.owner)} declares a field ${code(p.found)}.`
        : `${names(p.owner)} declares no field ${code(p.found)}.`,
    advice: (p) => {
      if (!p.undeclared)
        return nearest(p, 'Declare it under `fields:` of the dataset.', 'Its fields are');
      const { name, type, locales } = p.undeclared;
      const label = locales.map((locale) => `${locale}: …`);
      const line = `\`${name}: { type: ${type}, label: { ${label.join(', ')} } }\``;
      return name === p.found
        ? `The data have it: declare it under \`fields:\` of the dataset, as ${line}.`
        : `Did you mean ${code(name)}? The data have it, but it is to be declared under \`fields:\` of the dataset, as ${line}.`;
    },
  }),
  'unchecked-field': words<Texts<'field' | 'source'>>({
    short: 'Field cannot be checked',
    message: (p) =>
      `The field ${code(p.field)} of ${code(p.source)} cannot be checked: the source declares no fields.`,
    advice: 'Add `fields: { <source-layer>: { <field>: text } }` to the source.',
  }),
  'wrong-field-type': words<Texts<'field' | 'found' | 'expected'>>({
    short: 'Wrong type of field',
    message: (p) =>
      `The field ${code(p.field)} is of type ${p.found}, but ${p.expected} is needed here.`,
    advice: (p) =>
      p.found === 'date'
        ? `Dates are compared by a \`filter\` of the sublayer, as \`filter: ['>=', ['get', ${p.field}], '2020-01-01']\`.`
        : 'Use another field, or mend its `type`.',
  }),
  'value-type': words<ValueType>({
    short: 'Value of another type than its field',
    message: (p) =>
      `${code(p.found)} cannot be a value of ${code(p.field)}, which is of type ${p.type}.`,
    advice: valueAdvice,
  }),
  'impossible-value': words<
    Unknown & Texts<'field' | 'dataset'> & { readonly from: 'declared' | 'found' }
  >({
    short: 'Value never occurs',
    message: (p) =>
      `The field ${code(p.field)} of ${code(p.dataset)} never has the value ${code(p.found)}.`,
    advice: (p) =>
      p.nearest || p.known.length > 0
        ? nearest(p, '', p.from === 'declared' ? 'It declares' : 'Found at the last load')
        : {
            text: (command) => `Check the values with ${command}.`,
            command: profile(p.dataset),
          },
  }),
  'filter-matches-nothing': words<Texts<'dataset' | 'field'>>({
    short: 'Filter matches nothing',
    message: (p) =>
      `No feature of ${code(p.dataset)} passes this test on ${code(p.field)}: nothing would be drawn.`,
    advice: (p) => ({
      text: (command) => `See what values there are with ${command}.`,
      command: profile(p.dataset),
    }),
  }),
  'range-swapped': words<Numbers<'min' | 'max'>>({
    short: 'Range in the wrong order',
    message: (p) => `\`min\` ${p.min} is above \`max\` ${p.max}: nothing can pass.`,
    advice: 'Exchange the two.',
  }),
  'field-not-in-data': words<Unknown<'field'> & Texts<'dataset'>>({
    short: 'Field is not in the data',
    message: (p) => `The data of ${code(p.dataset)} hold no field ${code(p.field)}.`,
    advice: (p) =>
      nearest(
        { ...p, found: p.field },
        'Mend the name: it is the name in the file.',
        'The file holds',
      ),
  }),
  'field-all-null': words<Texts<'field' | 'dataset'> & Maybe<'marker'>>({
    short: 'Field is always empty',
    message: (p) =>
      p.marker
        ? `The field ${code(p.field)} of ${code(p.dataset)} is ${code(p.marker)} in every feature: programs write this where a value is missing.`
        : `The field ${code(p.field)} of ${code(p.dataset)} is empty in every feature.`,
    advice: (p) =>
      p.marker
        ? `Add \`null-values: [${/^\d+$/.test(p.marker) ? p.marker : `'${p.marker}'`}]\` to the field, or remove the field.`
        : 'Remove the field, or correct `parse` and `null-values`.',
  }),
  'values-unread': words<ValuesUnread>({
    short: 'Values cannot be read',
    message: (p) =>
      `${p.unread} of ${p.count} values of ${code(p.field)} cannot be read as ${p.type} and become null${p.examples.length > 0 ? `, as ${names(p.examples)}` : ''}.${whichFeatures(p)}`,
    advice: parseAdvice,
  }),
  'empty-dataset': words<Texts<'dataset'> & Maybe<'only'>>({
    short: 'Dataset without features',
    message: (p) =>
      `The dataset ${code(p.dataset)} has no features${p.only ? ` (after \`only\` on ${p.only})` : ''}.`,
    advice: 'Check `only` and the file; `allow-empty: true` says that it is meant.',
  }),
  'empty-cut': words<Texts<'dataset' | 'project'> & Lists<'known'>>({
    short: 'No features inside the extent',
    message: (p) =>
      `No feature of ${code(p.dataset)} lies inside the extent of ${code(p.project)}.`,
    advice: (p) =>
      p.known.length > 0
        ? `Check the extent, or copy only what has features there: ${code(`sublayers: [${p.known.join(', ')}]`)} beside \`use\` and \`as\`.`
        : 'Check the extent, or leave the group out of the project.',
  }),
  'data-unreadable': words<DataUnreadable>({
    short: 'Data cannot be read',
    message: (p) => `The data of ${code(p.dataset)} cannot be read. ${p.reason}`,
    advice: unreadableAdvice,
  }),
  'geometry-mismatch': words<Texts<'type' | 'dataset' | 'geometry'> & Lists<'known'>>({
    short: 'Layer type does not fit the geometry',
    message: (p) =>
      `A ${code(p.type)} layer draws nothing of ${code(p.dataset)}, whose features are of the kind ${p.geometry}.`,
    advice: (p) => `Features of this kind are drawn by the types ${names(p.known)}.`,
  }),
  'wrong-source-type': words<Texts<'type' | 'source' | 'found'> & Lists<'expected'>>({
    short: 'Wrong type of source',
    message: (p) => `A ${p.type} cannot read ${code(p.source)}, which is of type ${code(p.found)}.`,
    advice: (p) => `It needs a source of type ${p.expected.map(code).join(' or ')}.`,
  }),
  'raster-of-two-looks': words<Texts<'dataset' | 'classes' | 'found'>>({
    short: 'Raster with two class lists',
    message: (p) =>
      `The raster ${code(p.dataset)} is drawn with ${code(p.classes)} elsewhere and with ${code(p.found)} here, but the server paints it in one look: one of the legends is wrong.`,
    advice: 'Use the same classes, or a dataset of its own for the second look.',
  }),
  'raster-without-classes': words<Texts<'dataset'>>({
    short: 'Raster without colours',
    message: (p) => `The raster ${code(p.dataset)} has no colours.`,
    advice: 'Add `classes:` with the id of a ramp or class list to the sublayer.',
  }),
  'unused-source': words<Texts<'id'>>({
    short: 'Source is not used',
    message: (p) => `Nothing uses the source ${code(p.id)}.`,
    advice: 'Remove it, or draw it.',
  }),
  'labels-twice': words<Texts<'base'>>({
    short: 'Labels are drawn twice',
    message: (p) =>
      `The hosted style of ${code(p.base)} has labels of its own, and a group that is on from the start draws labels too.`,
    advice: 'Add `without: [symbol]` to the base layer.',
  }),
};
