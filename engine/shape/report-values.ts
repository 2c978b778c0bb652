import { ownName } from '../diagnostics/other-names.ts';
import { asWritten, copyOf, hexFrom } from '../diagnostics/meant.ts';
import { suggest } from '../diagnostics/suggest.ts';
import { yamlText } from '../diagnostics/yaml-text.ts';
import type { Report } from '../model/report.ts';
import { present } from '../basics/present.ts';
import { isMapping, nameOfType } from '../parse/node-type.ts';
import { exampleOf, expectedTypes, hintOf, isSplitOff, show } from './schema-words.ts';
import { languageNamed } from './language-named.ts';
import { nameFrom } from './name-from.ts';
import type { PlacedFault, SchemaPart } from './shape-fault.ts';

/**
 * Reports a value of the wrong type, or a text that was split at a comma. Diagnostics: `wrong-type`,
 * `comma-in-text`.
 */
export function reportType(fault: PlacedFault, report: Report): void {
  const { schema, data, target, name } = fault;
  if (data === null && isSplitOff(name)) {
    report.error('comma-in-text', { ...target, part: 'key' }, { found: name });
    return;
  }
  report.error('wrong-type', target, {
    ...subjectOf(fault),
    expected: expectedTypes(schema),
    found: nameOfType(data),
    ...(typeof data === 'string' ? { value: data } : {}),
    ...(Array.isArray(data) ? wordsOf(data, schema) : {}),
    ...(isMapping(data) ? firstName(data, schema) : {}),
    ...(schema['x-refers-to'] ? { refersTo: schema['x-refers-to'] } : {}),
    ...hintOf(schema),
  });
}

/**
 * Reports a value that is not one of the allowed ones. Diagnostics: `not-in-list`, `slot-of-clear`.
 */
export function reportWord(
  { params, schema, data, target, name }: PlacedFault,
  report: Report,
): void {
  if (name === 'slot' && data === 'keep-clear') {
    report.error('slot-of-clear', target, {});
    return;
  }
  const allowed = params['allowedValues'] ?? [params['allowedValue']];
  const words = (allowed as readonly unknown[]).map(String);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  report.error('not-in-list', target, {
    key: name,
    found: show(data),
    nearest: ownName(show(data), words) ?? suggest(show(data), words),
    known: types.includes('boolean') ? ['true', ...words] : words,
    ...(types.includes('array') ? { list: true } : {}),
  });
}

/** How a valid number compares with the limit, by the keyword of the schema. */
const COMPARISONS: Readonly<Record<string, '<=' | '>=' | '>'>> = {
  minimum: '>=',
  exclusiveMinimum: '>',
  maximum: '<=',
};

/** Reports a number out of range. Diagnostic: `out-of-range`. */
export function reportRange(fault: PlacedFault, report: Report): void {
  const { keyword, params, schema, data, target } = fault;
  report.error('out-of-range', target, {
    ...subjectOf(fault),
    found: show(data),
    comparison: COMPARISONS[keyword] ?? '>=',
    limit: Number(params['limit']),
    ...hintOf(schema),
  });
}

/** Reports a text in the wrong format. Diagnostic: `bad-format`. */
export function reportFormat(fault: PlacedFault, report: Report): void {
  const { params, schema, data, target, name } = fault;
  const words = { ...hintOf(schema), ...exampleOf(schema) };
  const nearest = meantBy(show(data), String(params['pattern']));
  report.error(
    'bad-format',
    target,
    present({ key: name, found: asWritten(show(data)), ...words, nearest }),
  );
}

/** Returns the numbers of a list as one text, or its texts as keys. */
function wordsOf(
  data: readonly unknown[],
  { properties }: SchemaPart,
): { numbers?: string; keys?: readonly string[]; fields?: string } {
  if (data.length > 0 && data.every((item) => typeof item === 'number'))
    return { numbers: data.join(',') };
  if (properties?.['fields'] && data.every((item) => typeof item === 'string'))
    return { fields: data.map(yamlText).join(', ') };
  const keys = data.map((item) => (typeof item === 'string' ? nameFrom(item) : ''));
  return keys.length > 0 && !keys.includes('') ? { keys } : {};
}

/** Returns the text of the format that is probably meant: an address, a language or an id. */
function meantBy(found: string, pattern: string): string | undefined {
  const isAddress = /^(?:www\.|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/|$))/i.test(found);
  const isName = pattern.startsWith('^[a-z]');
  const isLanguage = pattern.startsWith('^[a-z]{2,3}(-');
  const language = isLanguage ? languageMeant(found) : undefined;
  if (language !== undefined) return language;
  const candidates = [
    ...isoDates(found),
    ...(/^(?:[a-z]:|file:|[\\/]|\.\.?[\\/]|~)/i.test(found) ? [copyOf(found)] : []),
    ...(isAddress ? [`https://${found}`] : []),
    ...(isName && !isLanguage ? [nameFrom(found)] : []),
  ];
  return candidates.find((text) => new RegExp(pattern).test(text));
}

/** Returns the language of its name, or of a code with a country, such as `fr_FR`. */
function languageMeant(found: string): string | undefined {
  return (
    /^([a-z]{2,3})[_-][a-z]{2}(?:[.@].*)?$/i.exec(found)?.[1]?.toLowerCase() ?? languageNamed(found)
  );
}

/** Returns a date such as `25/11/2026` or `11/2026` in ISO 8601 format, unless its day may be its month. */
function isoDates(text: string): string[] {
  const [, monthOfYear = '', ofYear = ''] = /^(\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (Number(monthOfYear) >= 1 && Number(monthOfYear) <= 12)
    return [`${ofYear}-${monthOfYear.padStart(2, '0')}`];
  const [, first = '', second = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const isAmbiguous = Number(first) <= 12 && Number(second) <= 12 && first !== second;
  if (year === '' || isAmbiguous) return [];
  const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
  return [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`];
}

/** Reports a list, text or mapping of the wrong length. Diagnostic: `wrong-length`. */
export function reportLength(fault: PlacedFault, report: Report): void {
  const { keyword, params, data, target } = fault;
  report.error('wrong-length', target, {
    ...subjectOf(fault),
    found: lengthOf(data),
    rule: keyword,
    ...(keyword === 'maxItems' ? withoutCuts(fault, Number(params['limit'])) : {}),
    ...(keyword === 'uniqueItems' ? { twice: twiceIn(data, Number(params['i'])) } : {}),
    limit: Number(params['limit'] ?? params['len'] ?? 0),
  });
}

/** Returns a list of numbers that commas have split in two, as it was meant. */
function withoutCuts(
  { data: list, schema: { items } }: PlacedFault,
  limit: number,
): { meant?: string; color?: string; kept?: string } {
  if (!Array.isArray(list)) return {};
  const [first, second, ...others]: unknown[] = list;
  const isSplit = list.length === limit + 1 && others.every((other) => typeof other === 'string');
  if (isSplit && isWhole(first) && isWhole(second)) {
    const isThousands = second >= 100 && second < 1000 && first !== 0;
    const number = isThousands ? `${first}${second}` : `${first}.${second}`;
    return { meant: `[${[number, ...others.map((other) => yamlText(other))].join(', ')}]` };
  }
  // The entries of the list have different types, such as a number and a colour.
  if (items === false) {
    const color = second === undefined ? undefined : hexFrom(list.slice(1).map(String).join(','));
    if (color !== undefined) return { color: `[${show(first)}, '${color}']` };
    const isFlat = list.every((item) => typeof item !== 'object');
    return isFlat
      ? {
          kept: `[${list
            .slice(0, limit)
            .map((item) => yamlText(show(item)))
            .join(', ')}]`,
        }
      : {};
  }
  if (list.length !== limit * 2) return {};
  if (!list.every(isWhole)) return {};
  const pairs = list.filter((_, i) => i % 2 === 0).map((whole, i) => `${whole}.${list[i * 2 + 1]}`);
  return { meant: `[${pairs.join(', ')}]` };
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Returns the subject of a message: a key, an entry of the list under it, or a value in an entry. */
function subjectOf({ name, entry, outer }: PlacedFault): {
  key: string;
  entry?: number;
  outer?: number;
} {
  return present({ key: name, entry, outer });
}

/**
 * Returns the first name in a mapping of names to entries, which is in place of a list of entries
 * with an `id`.
 */
function firstName(data: object, { examples: [example] = [] }: SchemaPart): { first?: string } {
  const entry: unknown = Array.isArray(example) ? example[0] : undefined;
  const [first, value] = Object.entries(data)[0] ?? [];
  if (first === undefined || !isMapping(value) || !isMapping(entry) || !('id' in entry)) return {};
  return first in entry ? {} : { first };
}

/** Returns the repeated value of a list; empty unless it is a text or number. */
function twiceIn(list: unknown, i: number): string {
  const value: unknown = Array.isArray(list) ? list[i] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function lengthOf(value: unknown): number {
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  return isMapping(value) ? Object.keys(value).length : 0;
}
