/**
 * The filters of a group in an address: `*{field}:{test}` each, where the test is `~{words}`,
 * `={value}` or `{min}..{max}`. An absent end of a range is empty.
 */
import { present, type FieldFilter } from 'atlas-engine/runtime';

/** Encodes a text for an address, with the characters that are syntax in a list of groups. */
export function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!~*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes a part of an address; empty if it is malformed. */
export function decodePart(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '');
  } catch {
    return '';
  }
}

export function formatFilters(filters: readonly FieldFilter[] = []): string {
  return filters.map((filter) => `*${encodePart(filter.field)}:${testOf(filter)}`).join('');
}

function testOf(filter: FieldFilter): string {
  if (filter.kind === 'words') return `~${encodePart(filter.words)}`;
  if (filter.kind === 'value') return `=${encodePart(filter.value)}`;
  return `${filter.min ?? ''}..${filter.max ?? ''}`;
}

/** Parses what `formatFilters` returns. Malformed filters and a second filter of a field are left out. */
export function parseFilters(text: string): readonly FieldFilter[] {
  const filters = new Map<string, FieldFilter>();
  for (const item of text.split('*').slice(1)) {
    const colon = item.indexOf(':');
    const field = decodePart(item.slice(0, Math.max(0, colon)));
    const filter = colon < 0 ? null : parseTest(field, item.slice(colon + 1));
    if (filter && !filters.has(field)) filters.set(field, filter);
  }
  return [...filters.values()];
}

/** A number or a day, as the ends of ranges are written. */
const END = /^(?:-?\d+(?:\.\d+)?|\d{4}-\d{2}-\d{2})$/;

function parseTest(field: string, test: string): FieldFilter | null {
  if (test.startsWith('~') || test.startsWith('=')) {
    const text = decodePart(test.slice(1));
    if (!text) return null;
    return test.startsWith('~')
      ? { field, kind: 'words', words: text }
      : { field, kind: 'value', value: text };
  }
  const ends = test.split('..').map(decodePart);
  const [min, max] = ends;
  if (ends.length !== 2 || (!min && !max)) return null;
  if (ends.some((end) => end !== '' && !END.test(end))) return null;
  return { field, kind: 'range', ...present({ min: min || undefined, max: max || undefined }) };
}
