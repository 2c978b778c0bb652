import type { ByGround, Ground, Json } from '../bundle/bundle.ts';
import type { StyleValue } from '../model/model.ts';
import { pick, type Base } from '../runtime/pick-ground.ts';
import { colorOf, looksOf, type Look } from './looks.ts';
import { valuesIn } from './value-tree.ts';

/** The ground of each base map, by id. */
export type Grounds = Readonly<Record<string, Ground>>;

/** A base map with only a ground. */
export const LIGHT: Base = { id: '', ground: 'light' };
const DARK: Base = { id: '', ground: 'dark' };

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the names of the grounds and base maps for which a value differs. `only` limits this to
 * the class of one look.
 */
export function namesIn(value: StyleValue, only: Look | null = null): ReadonlySet<string> {
  if (value.kind === 'literal') return NONE;
  const names = new Set<string>();
  const add = (values: object | null): void => {
    for (const name in values) names.add(name);
  };
  for (const inner of valuesIn(value)) {
    if (inner.kind === 'by-ground') add(inner.values);
    if (inner.kind === 'classes')
      for (const look of only ? [only] : looksOf(inner.classes).rows)
        add(colorOf(look, inner.shade));
  }
  return names;
}

/** Returns the value for one base map. */
export function valueFor(value: StyleValue & { kind: 'by-ground' }, base: Base): StyleValue {
  return pick(value.values, base) ?? value.values['light']!;
}

/**
 * Makes a result for every relevant base map. Returns one result when all are equal; otherwise one
 * per ground and per base map of `names`.
 */
export function byGround<T extends Json>(
  names: ReadonlySet<string>,
  grounds: Grounds,
  make: (base: Base) => T,
): ByGround<T> {
  if (names.size === 0) return make(LIGHT);
  const results: Record<string, T> = { light: make(LIGHT), dark: make(DARK) };
  for (const id in grounds) if (names.has(id)) results[id] = make({ id, ground: grounds[id]! });
  const [first, ...others] = Object.values(results);
  const isAlike = (other: T): boolean =>
    other === first || JSON.stringify(other) === JSON.stringify(first);
  return others.every(isAlike) ? first! : { 'by-ground': results };
}
