import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode, Report } from '../model/report.ts';
import { isMapping, nameOfType } from './check-skeleton.ts';

/** One turn of a `for`: the names it sets, and the word its ids are prefixed with. */
export interface Turn {
  readonly values: ReadonlyMap<string, unknown>;
  readonly label: string;
}

/**
 * Reads `for: { country: all }` or lists of equal length, paired. A country stands for its whole
 * mapping (`${country.name}`). Diagnostics: `wrong-type`, `unknown-country`, `lists-unequal`.
 */
export function readFor(owner: RawNode, countries: readonly RawNode[], report: Report): Turn[] {
  const spec = owner['for'];
  if (!isMapping(spec)) {
    report.error(
      'wrong-type',
      { node: owner, key: 'for' },
      { key: 'for', expected: 'a mapping', found: nameOfType(spec) },
    );
    return [];
  }
  const columns: { name: string; values: readonly unknown[] }[] = [];
  for (const [name, list] of Object.entries(spec)) {
    if (list === 'all' && name === 'country') {
      columns.push({ name, values: countries });
    } else if (!Array.isArray(list)) {
      const expected = name === 'country' ? '`all` or a list of countries' : 'a list';
      report.error(
        'wrong-type',
        { node: spec, key: name },
        { key: name, expected, found: nameOfType(list) },
      );
      return [];
    } else {
      const values =
        name === 'country'
          ? list.map((id: unknown, i) => countryOf(id, list, i, countries, report))
          : list;
      columns.push({ name, values });
    }
  }
  const [first] = columns;
  if (!first) {
    report.error('empty-for', { node: owner, key: 'for', part: 'key' }, {});
    return [];
  }
  const unequal = columns.find((column) => column.values.length !== first.values.length);
  if (unequal) {
    report.error(
      'lists-unequal',
      { node: spec, key: unequal.name },
      {
        key: unequal.name,
        found: unequal.values.length,
        other: first.name,
        expected: first.values.length,
      },
    );
    return [];
  }
  return first.values.flatMap((value, i) => {
    const values = new Map(columns.map((column) => [column.name, column.values[i]]));
    if ([...values.values()].some((item) => item === undefined)) return [];
    const label = isMapping(value) ? String(value['id']) : String(value);
    return [{ values, label }];
  });
}

function countryOf(
  id: unknown,
  list: object,
  i: number,
  countries: readonly RawNode[],
  report: Report,
): RawNode | undefined {
  const country = countries.find((candidate) => candidate['id'] === id);
  if (!country) {
    const known = countries.map((candidate) => String(candidate['id']));
    report.error(
      'unknown-country',
      { node: list, key: i },
      {
        found: String(id),
        nearest: suggest(String(id), known) ?? '',
        known,
      },
    );
  }
  return country;
}
