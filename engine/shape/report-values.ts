import { suggest } from '../diagnostics/suggest.ts';
import type { Report } from '../model/report.ts';
import { isMapping, nameOfType } from '../parse/node-type.ts';
import { exampleOf, expectedTypes, hintOf, isCutOff, show } from './schema-words.ts';
import type { PlacedFault } from './shape-fault.ts';

/**
 * Reports a value of the wrong type, or a text that was cut at a comma. Diagnostics: `wrong-type`,
 * `comma-in-text`.
 */
export function reportType(fault: PlacedFault, report: Report): void {
  const { schema, data, target, name } = fault;
  if (data === null && isCutOff(name)) {
    report.error('comma-in-text', { ...target, part: 'key' }, { found: name });
    return;
  }
  report.error('wrong-type', target, {
    ...subjectOf(fault),
    expected: expectedTypes(schema),
    found: nameOfType(data),
    ...(typeof data === 'string' ? { value: data } : {}),
    ...hintOf(schema),
  });
}

/** Reports a value that is not one of the allowed ones. Diagnostic: `not-in-list`. */
export function reportWord(
  { params, schema, data, target, name }: PlacedFault,
  report: Report,
): void {
  const allowed = params['allowedValues'] ?? [params['allowedValue']];
  const known = (allowed as readonly unknown[]).map(String);
  report.error('not-in-list', target, {
    key: name,
    found: show(data),
    nearest: suggest(show(data), known),
    known,
    ...(Array.isArray(schema.type) && schema.type.includes('array') ? { list: true } : {}),
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
export function reportFormat({ schema, data, target, name }: PlacedFault, report: Report): void {
  const words = { ...hintOf(schema), ...exampleOf(schema) };
  report.error('bad-format', target, { key: name, found: show(data), ...words });
}

/** Reports a list, text or mapping of the wrong length. Diagnostic: `wrong-length`. */
export function reportLength(
  { keyword, params, data, target, name }: PlacedFault,
  report: Report,
): void {
  report.error('wrong-length', target, {
    key: name,
    found: lengthOf(data),
    rule: keyword,
    ...(keyword === 'uniqueItems' ? { twice: twiceIn(data, Number(params['i'])) } : {}),
    limit: Number(params['limit'] ?? params['len'] ?? 0),
  });
}

/** Returns the subject of a message: a key, or an entry of the list under it. */
function subjectOf({ name, entry }: PlacedFault): { key: string; entry?: number } {
  return entry === undefined ? { key: name } : { key: name, entry };
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
