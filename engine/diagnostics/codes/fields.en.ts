import type { Features, Lists, Maybe, Numbers, Texts, Unknown } from '../parameters.ts';
import { whereFrom } from '../meant.ts';
import { change, code, names, nearest, profile, whichFeatures, write } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';
import { quoted, yamlText } from '../yaml-text.ts';

/** The YAML booleans for words that data files use for true and false. */
const BOOLEANS: Readonly<Record<string, string>> = {
  yes: 'true',
  oui: 'true',
  1: 'true',
  no: 'false',
  non: 'false',
  0: 'false',
};

const DAY_AND_MONTH = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}$/;

/**
 * Returns the `parse` entries that read these dates, which are not in ISO form; empty if no format
 * is known.
 */
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

/** A number with spaces between groups of three digits. */
const GROUPED = /^[+-]?\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?$/;

type ValuesUnread = Texts<'dataset' | 'field' | 'type'> &
  Numbers<'unread' | 'count'> &
  Lists<'examples'> &
  Features & { readonly from: 'csv' | 'file' | 'other' };

/** Texts that programs and people write for a missing value. */
const NOT_KNOWN =
  /^(?:#N\/A|#NV|#VALUE!|#REF!|#DIV\/0!|n[./]?[ad]\.?|nan|null|none|nil|nodata|no data|unknown|inconnue?|[-–—?.x]+)$/i;

/** Returns advice on a name that a shapefile, which keeps 10 characters of each, has truncated. */
function truncatedNameAdvice({ field, nearest = '' }: Unknown<'field'>): Advice | undefined {
  const isTruncated = nearest.length === 10 && nearest.length < field.length;
  return isTruncated && field.toLowerCase().startsWith(nearest.toLowerCase())
    ? change(
        `Shapefiles truncate the names of fields to 10 characters: write ${code(nearest)} wherever this field is used, or export the data as a GeoPackage.`,
        field,
        yamlText(nearest),
      )
    : undefined;
}

/** Returns advice on texts for missing values, and on dates with the names of months. */
function textsAdvice(type: string, examples: readonly string[]): string | undefined {
  if (examples.length === 0) return undefined;
  if (examples.every((text) => NOT_KNOWN.test(text)))
    return `They seem to mean “not known”: add \`null-values: [${examples.map(quoted).join(', ')}]\` to the field.`;
  return type === 'date' && examples.every((text) => /\p{L}{3}/u.test(text))
    ? 'Write the months as numbers in the file: `2024-05-31`. In Excel, choose the cell format `yyyy-mm-dd` before saving as CSV.'
    : undefined;
}

/** Returns advice on how to read values that cannot be read. */
function parseAdvice({ type, examples, dataset, from }: ValuesUnread): string | Advice {
  if ((type === 'integer' || type === 'number') && examples.some((text) => GROUPED.test(text)))
    return from === 'other'
      ? 'They have a thousands separator: remove it in the data.'
      : 'They have a thousands separator: add `thousands: space` under `load:`.';
  if (type === 'number' && from === 'csv' && examples.some((text) => /^-?\d+,\d+$/.test(text)))
    return 'They have a decimal comma: add `decimal: comma` under `load:`.';
  const areNumbers = examples.every((text) => /^-?\d*[.,]\d+$/.test(text));
  if (type === 'integer' && examples.length > 0 && areNumbers)
    return 'They are not whole numbers: write `type: number`.';
  if (type === 'number' || type === 'integer') {
    const [, unit] = /^-?[\d.,]+\s*(\p{L}\S*|%)$/u.exec(examples[0] ?? '') ?? [];
    if (unit !== undefined)
      return `They contain a unit: remove ${code(unit)} from the values in the data, and write it as the \`unit\` of the field.`;
  }
  const ofTexts = textsAdvice(type, examples);
  if (ofTexts !== undefined) return ofTexts;
  const forms = type === 'date' ? formsOf(examples) : [];
  const begin =
    forms.length > 0
      ? `Add \`parse: [iso, ${forms.join(', ')}]\`, and correct other values in the file. `
      : 'Correct the `type`, or add `parse` or `null-values`; ';
  return { text: (command) => `${begin}${command} shows the values.`, command: profile(dataset) };
}

type DataUnreadable = Texts<'dataset' | 'reason'> & { readonly from: 'file' | 'service' | 'table' };

/** Returns advice on data that cannot be read. */
function unreadableAdvice(p: DataUnreadable): string | Advice {
  // A reason of several sentences already contains advice.
  if (/[.!?]\s+\p{Lu}/u.test(p.reason)) return '';
  switch (p.from) {
    case 'table':
      return {
        text: (command) => `Correct the table or \`DATABASE_URL\`, then run ${command} again.`,
        command: ['atlas', 'check'],
      };
    case 'service':
      return {
        text: (command) => `Check the response of the service; ${command} requests it again.`,
        command: ['atlas', 'load', p.dataset],
      };
    case 'file':
      return 'Correct or replace the file, or use another one.';
  }
}

type ValueType = Texts<'found' | 'field' | 'type'>;

/** Returns advice on a condition with an operator of SQL or QGIS, such as `LIKE 'a%'` or `<> 'a'`. */
function operatorAdvice({ field, found, known }: Unknown<'field' | 'found'>): Advice | undefined {
  const [operator] = /^(?:=|==|!=|<>|(?:not\s+)?(?:i?like|in)\b)/i.exec(found) ?? [];
  if (operator === undefined) return undefined;
  const meant = whereFrom(`"${field}" ${found}`);
  return {
    text:
      meant === undefined
        ? `Conditions have no operator ${code(operator)}: list the values, for example \`{ ${yamlText(field)}: [${known.slice(0, 2).map(yamlText).join(', ')}] }\`.`
        : `Conditions have no operator ${code(operator)}: write \`${meant}\`.`,
  };
}

/** Returns advice on a value whose type differs from the type of its field. */
function valueAdvice({ found, field, type }: ValueType): string | Advice {
  if (type === 'boolean') {
    const meant = BOOLEANS[found.toLowerCase()];
    return meant === undefined ? 'Write `true` or `false`.' : write(found, meant);
  }
  const [, sign, number] = /^([<>])=?\s*(-?[\d.]+)$/.exec(found) ?? [];
  if (number === undefined)
    return 'Write a value of the right type, or correct the type of the field.';
  const range = `{ ${sign === '>' ? 'min' : 'max'}: ${number} }`;
  return change(`Write a range: \`${field}: ${range}\`.`, found, range);
}

/** The messages about fields of datasets, their types and values. */
export const FIELDS_WORDS = {
  'sum-no-number': words<Texts<'field' | 'type'> & Lists<'known'>>({
    short: 'Sum of a field without numbers',
    message: (p) =>
      `Only numbers can be added up, but ${code(p.field)} has ${code(`type: ${p.type}`)}.`,
    advice: (p) =>
      p.known.length > 0
        ? `Fields with numbers: ${names(p.known)}.`
        : 'The dataset has no field of `type: integer` or `number`. Write `analysis: true`.',
  }),
  'sum-without-points': words<Texts<'dataset' | 'geometry'>>({
    short: 'Sum of lines, polygons or cells',
    message: (p) =>
      `${code(p.dataset)} has ${code(`geometry: ${p.geometry}`)}. ${
        p.geometry === 'raster'
          ? 'It has no fields.'
          : 'An area may cut its features, and no part of a value belongs to a part of a feature.'
      }`,
    advice:
      'Write `analysis: true`: the analysis measures lines, polygons and the cells of rasters without it.',
  }),
  'analysis-without-classes': words<Texts<'dataset'>>({
    short: 'Analysis of a raster without classes',
    message: (p) =>
      `The raster ${code(p.dataset)} can be analysed, but no group says what its values mean.`,
    advice: 'Add a group with a sublayer `type: raster` that has `classes:`, or remove `analysis`.',
  }),
  'search-rank-no-number': words<Texts<'field' | 'type'>>({
    short: 'Rank is not a number',
    message: (p) => `A rank is a number, but ${code(p.field)} has \`type: ${p.type}\`.`,
    advice: 'Use a field of `type: integer` or `number`, or remove `rank`.',
  }),
  'search-rank-restricted': words<Texts<'field' | 'level' | 'dataset' | 'open'>>({
    short: 'Rank shows restricted values',
    message: (p) =>
      `The field ${code(p.field)} requires ${code(p.level)}, but ${code(p.open)} can search ${code(p.dataset)}: the order of the results would reveal its values.`,
    advice: 'Rank by a field that is as open as its dataset, or remove `rank`.',
  }),
  'keep-no-number': words<Texts<'field' | 'type'>>({
    short: 'Tiles keep features by a field that is not a number',
    message: (p) =>
      `Tiles keep the features with the largest numbers, but ${code(p.field)} has \`type: ${p.type}\`.`,
    advice: 'Use a field of `type: integer` or `number`, or remove `keep`.',
  }),
  'keep-restricted': words<Texts<'field' | 'level' | 'dataset' | 'open'>>({
    short: 'Tiles show restricted values',
    message: (p) =>
      `The field ${code(p.field)} requires ${code(p.level)}, but ${code(p.open)} sees the tiles of ${code(p.dataset)}: which features they keep would reveal its values.`,
    advice: 'Keep features by a field that is as open as its dataset, or remove `keep`.',
  }),
  'fields-by-language': words<Unknown & Lists<'missing'>>({
    short: 'Field of a language is missing',
    message: (p) =>
      `${code(`by-language: ${p.found}`)} reads a field for each language of the atlas, but ${names(p.missing)} ${p.missing.length === 1 ? 'is' : 'are'} not declared.`,
    advice: (p) =>
      nearest(p, 'Declare them, or name one field: `{ field: … }`.', 'The declared fields are'),
  }),
  'by-language-expected': words<Texts<'found' | 'expected'>>({
    short: 'Fields by language without their key',
    message: (p) =>
      `A field for each language is written \`{ by-language: … }\`, but this is ${code(p.found)}.`,
    advice: (p) => write(p.found, p.expected),
  }),
  'unknown-field': words<
    Unknown & {
      /** The datasets or sources that were searched; none declares the field. */
      readonly owner: readonly string[];
      /** A field of the data that is not declared, and the languages its label needs. */
      readonly undeclared?: Texts<'name' | 'type'> & Lists<'locales'>;
    }
  >({
    short: 'Unknown field',
    message: (p) =>
      p.owner.length > 1
        ? `None of ${names(p.owner)} has a field ${code(p.found)}.`
        : p.undeclared?.name === p.found
          ? `The field ${code(p.found)} of ${names(p.owner)} is not declared.`
          : `${names(p.owner)} has no field ${code(p.found)}.`,
    advice: (p) => {
      const [, inside] = /\{\s*([^{}]+?)\s*\}/.exec(p.found) ?? [];
      if (inside !== undefined)
        return `This is the name of one field, not a template: write ${code(p.known.includes(inside) ? inside : (p.known[0] ?? inside))}. Other fields of a popup are in its \`fields:\`.`;
      if (!p.undeclared)
        return nearest(p, 'Declare it under `fields:` of the dataset.', 'Its fields are');
      const { name, type, locales } = p.undeclared;
      const label = locales.map((locale) => `${locale}: …`);
      const line = `\`${name}: { type: ${type}, label: { ${label.join(', ')} } }\``;
      return name === p.found
        ? `The data contain it: declare it under \`fields:\` of the dataset: ${line}.`
        : `Did you mean ${code(name)}? The data contain it: declare it under \`fields:\` of the dataset: ${line}.`;
    },
  }),
  'unchecked-field': words<Texts<'field' | 'source'>>({
    short: 'Field cannot be checked',
    message: (p) =>
      `The field ${code(p.field)} of ${code(p.source)} cannot be checked, because the source declares no fields.`,
    advice: 'Add `fields: { <source-layer>: { <field>: text } }` to the source.',
  }),
  'wrong-field-type': words<Texts<'field' | 'found' | 'expected'>>({
    short: 'Wrong field type',
    message: (p) =>
      `The field ${code(p.field)} has type ${p.found}, but ${p.expected} is needed here.`,
    advice: (p) =>
      p.found === 'date'
        ? `Compare dates with a \`filter\` in the sublayer, for example \`filter: ['>=', ['get', ${p.field}], '2020-01-01']\`.`
        : 'Use another field, or correct its `type`.',
  }),
  'value-type': words<ValueType>({
    short: 'Value has another type than its field',
    message: (p) =>
      `${code(p.found)} cannot be a value of ${code(p.field)}, which has type ${p.type}.`,
    advice: valueAdvice,
  }),
  'boolean-in-text': words<Texts<'found' | 'field'>>({
    short: 'Boolean in a text field',
    message: (p) => `YAML reads ${code(p.found)} as a boolean, but ${code(p.field)} is a text.`,
    advice: (p) =>
      change(
        `Write the text as it is in the data, in quotes: \`'${p.found}'\`, or \`type: boolean\`.`,
        p.found,
        `'${p.found}'`,
      ),
  }),
  'declared-never-occurs': words<
    Texts<'dataset' | 'field'> &
      Lists<'values'> & {
        /** The first of the values that is probably misspelt, and the value that is meant. */
        readonly near?: Texts<'found' | 'nearest'>;
      }
  >({
    short: 'Declared values never occur',
    message: (p) =>
      `No feature of ${code(p.dataset)} has ${p.values.length === 1 ? 'the declared value' : 'these declared values'} of ${code(p.field)}: ${names(p.values)}.`,
    advice: (p) => ({
      text: (command) =>
        `${p.near ? `Does ${code(p.near.found)} mean ${code(p.near.nearest)}? ` : ''}Values must match exactly: compare them with ${command}, or remove them here.`,
      command: profile(p.dataset),
    }),
  }),
  'impossible-value': words<
    Unknown & Texts<'field' | 'dataset'> & { readonly from: 'declared' | 'found' }
  >({
    short: 'Value never occurs',
    message: (p) =>
      `The field ${code(p.field)} of ${code(p.dataset)} never has the value ${code(p.found)}.`,
    advice: (p) =>
      operatorAdvice(p) ??
      (p.nearest || p.known.length > 0
        ? nearest(p, '', p.from === 'declared' ? 'Declared values' : 'Values at the last load')
        : {
            text: (command) => `Check the values with ${command}.`,
            command: profile(p.dataset),
          }),
  }),
  'filter-matches-nothing': words<Texts<'dataset' | 'field'>>({
    short: 'Filter matches nothing',
    message: (p) =>
      `No feature of ${code(p.dataset)} matches this condition on ${code(p.field)}, so nothing is drawn.`,
    advice: (p) => ({
      text: (command) => `List the values with ${command}.`,
      command: profile(p.dataset),
    }),
  }),
  'range-swapped': words<Numbers<'min' | 'max'>>({
    short: 'Range in the wrong order',
    message: (p) => `\`min\` ${p.min} is greater than \`max\` ${p.max}, so nothing can match.`,
    advice: 'Swap the two numbers.',
  }),
  'field-not-in-data': words<Unknown<'field'> & Texts<'dataset'>>({
    short: 'Field is not in the data',
    message: (p) => `The data of ${code(p.dataset)} have no field ${code(p.field)}.`,
    advice: (p) =>
      truncatedNameAdvice(p) ??
      nearest(
        { ...p, found: p.field },
        'Correct the name: it must be the name in the file.',
        'Fields of the file',
      ),
  }),
  'field-all-null': words<Texts<'field' | 'dataset'> & Maybe<'marker'>>({
    short: 'Field is always empty',
    message: (p) =>
      p.marker
        ? `The field ${code(p.field)} of ${code(p.dataset)} is ${code(p.marker)} in every feature, which usually means a missing value.`
        : `The field ${code(p.field)} of ${code(p.dataset)} is empty in every feature.`,
    advice: (p) =>
      p.marker
        ? `Add \`null-values: [${/^\d+$/.test(p.marker) ? p.marker : `'${p.marker}'`}]\` to the field, or remove the field.`
        : 'Remove the field, or correct `parse` and `null-values`.',
  }),
  'values-unread': words<ValuesUnread>({
    short: 'Values cannot be read',
    message: (p) =>
      `${p.unread} of ${p.count} values of ${code(p.field)} cannot be read as ${p.type} and become null${p.examples.length > 0 ? `, for example ${names(p.examples)}` : ''}.${whichFeatures(p)}`,
    advice: parseAdvice,
  }),
  'empty-dataset': words<Texts<'dataset'> & Maybe<'only'>>({
    short: 'Dataset without features',
    message: (p) =>
      `The dataset ${code(p.dataset)} has no features${p.only ? ` (after \`only\` on ${p.only})` : ''}.`,
    advice: 'Check `only` and the file, or write `allow-empty: true` if this is intended.',
  }),
  'nothing-within': words<Texts<'dataset' | 'project'> & Lists<'known'>>({
    short: 'No features inside the extent',
    message: (p) => `No feature of ${code(p.dataset)} is inside the extent of ${code(p.project)}.`,
    advice: (p) =>
      p.known.length > 0
        ? `Check the extent, or copy only the sublayers with features there: add ${code(`sublayers: [${p.known.join(', ')}]`)} next to \`use\` and \`as\`.`
        : 'Check the extent, or remove the group from the project.',
  }),
  'data-unreadable': words<DataUnreadable>({
    short: 'Data cannot be read',
    message: (p) => `The data of ${code(p.dataset)} cannot be read. ${p.reason}`,
    advice: unreadableAdvice,
  }),
  'geometry-mismatch': words<Texts<'type' | 'dataset' | 'geometry'> & Lists<'known'>>({
    short: 'Layer type does not fit the geometry',
    message: (p) =>
      `A ${code(p.type)} layer cannot draw ${code(p.dataset)}, whose geometry is ${p.geometry}.`,
    advice: (p) => `Use one of the layer types ${names(p.known)}.`,
  }),
  'outline-without-area': words<Texts<'dataset' | 'geometry'>>({
    short: 'Outline without areas',
    message: (p) =>
      `The features of ${code(p.dataset)} cannot be the outline of a project: their geometry is ${p.geometry}.`,
    advice: 'Use a dataset of polygons.',
  }),
  'wrong-source-type': words<Texts<'type' | 'source' | 'found'> & Lists<'expected'>>({
    short: 'Wrong source type',
    message: (p) => `A ${p.type} cannot read ${code(p.source)}, which has type ${code(p.found)}.`,
    advice: (p) => `Use a source of type ${p.expected.map(code).join(' or ')}.`,
  }),
  'raster-of-two-looks': words<Texts<'dataset' | 'classes' | 'found'>>({
    short: 'Raster with two class lists',
    message: (p) =>
      `The raster ${code(p.dataset)} uses ${code(p.classes)} elsewhere and ${code(p.found)} here, but the server colours it only once, so one of the legends is wrong.`,
    advice: 'Use the same class list, or a second dataset.',
  }),
  'raster-without-classes': words<Texts<'dataset'>>({
    short: 'Raster without colours',
    message: (p) => `The raster ${code(p.dataset)} has no colours.`,
    advice: 'Add `classes:` with the id of a class list to the sublayer.',
  }),
  'unused-source': words<Texts<'id'>>({
    short: 'Source is not used',
    message: (p) => `Nothing uses the source ${code(p.id)}.`,
    advice: 'Remove it, or use it in a sublayer.',
  }),
  'labels-twice': words<Texts<'base'>>({
    short: 'Labels are drawn twice',
    message: (p) =>
      `The hosted style of ${code(p.base)} has its own labels, and a group that is on by default draws labels too.`,
    advice: 'Add `without: [symbol]` to the base layer.',
  }),
};
