import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode } from '../model/report.ts';
import { isMapping } from '../parse/node-type.ts';
import { checkShape } from '../shape/check-shape.ts';
import type { ExpandContext } from './context.ts';

/** One repetition of a `for`: the values it sets, and the prefix of its ids. */
export interface Iteration {
  readonly values: ReadonlyMap<string, unknown>;
  readonly label: string;
}

/** The repetitions of a `for`, and whether all of them are valid. */
interface Iterations {
  readonly iterations: readonly Iteration[];
  readonly areAll: boolean;
}

const NONE: Iterations = { iterations: [], areAll: false };

/**
 * Parses `for: { country: all }` or lists of equal length, which are paired. The value of a country
 * is its whole mapping (`${country.name}`). Diagnostics: those of its shape, `wrong-type`,
 * `unknown-country`, `lists-unequal`.
 */
export function readFor(owner: RawNode, context: ExpandContext): Iterations {
  const spec = owner['for'];
  const { report } = context;
  if (!checkShape('for', spec, { node: owner, key: 'for' }, report)) return NONE;
  const columns: { name: string; values: readonly unknown[] }[] = [];
  for (const [name, list] of Object.entries(spec)) {
    if (name === 'country') columns.push({ name, values: countriesOf(list, context) });
    else if (list !== 'all') columns.push({ name, values: list });
    else {
      const params = { key: name, expected: 'a list', found: 'a text', value: list };
      report.error('wrong-type', { node: spec, key: name }, params);
      return NONE;
    }
  }
  const [first, ...others] = columns;
  const unequal = others.find(({ values }) => values.length !== first!.values.length);
  if (unequal) {
    const params = { found: unequal.values.length, expected: first!.values.length };
    report.error(
      'lists-unequal',
      { node: spec, key: unequal.name },
      { key: unequal.name, other: first!.name, ...params },
    );
    return NONE;
  }
  const iterations = first!.values.flatMap((value, i) => {
    const values = new Map(columns.map((column) => [column.name, column.values[i]]));
    if ([...values.values()].some((item) => item === undefined)) return [];
    return [{ values, label: String(isMapping(value) ? value['id'] : value) }];
  });
  return { iterations, areAll: iterations.length === first!.values.length };
}

/**
 * Returns the countries of a list, or all countries; undefined for a country that is not in the
 * region.
 */
function countriesOf(
  list: 'all' | readonly unknown[],
  { countries, open, report }: ExpandContext,
): readonly (RawNode | undefined)[] {
  if (list === 'all') return countries;
  const known = countries.map(({ id }) => String(id));
  return list.map((id, key) => {
    const country = countries.find((candidate) => candidate['id'] === id);
    const found = String(id);
    // The name may refer to a country whose id is missing.
    if (!country && !open.has('countries')) {
      const params = { found, nearest: suggest(found, known), known };
      report.error('unknown-country', { node: list, key }, params);
    }
    return country;
  });
}
