import type { Ground, Json } from '../basics/values.ts';
import type { ByGround } from '../bundle/bundle.ts';
import type { Color, Look, StyleValue } from '../model/model.ts';
import { pick, type Base } from '../runtime/pick-ground.ts';
import { colorOf } from './looks.ts';
import { someIn, valuesIn } from './value-tree.ts';

/** The ground of each base map, by id. */
export type Grounds = Readonly<Record<string, Ground>>;

/** A base map of which only the ground is known. */
export const LIGHT: Base = { id: '', ground: 'light' };
const DARK: Base = { id: '', ground: 'dark' };

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the names of the grounds and base maps for which a value has different variants. With
 * `only`, other classes are ignored.
 */
export function namesIn(value: StyleValue, only: Look | null = null): ReadonlySet<string> {
  if (!someIn(value, (inner) => differs(inner, only))) return NONE;
  const names = new Set<string>();
  const add = (values: object | null): void => {
    for (const name in values) names.add(name);
  };
  for (const inner of valuesIn(value)) {
    if (inner.kind === 'by-ground') add(inner.values);
    if (inner.kind === 'classes')
      for (const look of only ? [only] : inner.classes.looks.rows) add(colorOf(look, inner.shade));
  }
  return names;
}

/** Returns whether a value, without nested values, differs between base maps; most do not. */
function differs(value: StyleValue, only: Look | null): boolean {
  if (value.kind !== 'classes') return value.kind === 'by-ground';
  const differsFor = (look: Look): boolean => namesOf(colorOf(look, value.shade)) !== NONE;
  return only ? differsFor(only) : value.classes.looks.rows.some(differsFor);
}

/** Returns the names of the grounds and base maps for which a colour has different variants. */
export function namesOf(color: Color | null): ReadonlySet<string> {
  for (const name in color) if (color[name] !== color['light']) return new Set(Object.keys(color));
  return NONE;
}

/** Returns the variant of a value for one base map. */
export function valueFor(value: StyleValue & { kind: 'by-ground' }, base: Base): StyleValue {
  return pick(value.values, base) ?? value.values['light']!;
}

/**
 * Calls `make` for both grounds and for each base map of `names`, and returns the results by name.
 * If all results are equal, returns a single result.
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
    other === first ||
    (typeof other === 'object' && JSON.stringify(other) === JSON.stringify(first));
  return others.every(isAlike) ? first! : { 'by-ground': results };
}
