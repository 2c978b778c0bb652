import type { Json } from '../../model/model.ts';

export type Scalar = string | number | boolean;

/** Values that are compared with a field, and the list in the configuration that contains them. */
export interface Comparison {
  readonly name: string;
  readonly holder: readonly Json[];
  readonly values: readonly Scalar[];
}

/**
 * Returns the comparisons of an expression itself, without those inside it: `[==, [get, f], v]`,
 * `[in, [get, f], [literal, …]]`, `[match, [get, f], …]` and the legacy forms.
 */
export function comparisons(list: readonly Json[]): readonly Comparison[] {
  switch (list[0]) {
    case '==':
    case '!=':
      return equality(list);
    case 'in':
    case '!in':
      return membership(list);
    case 'match':
      return match(list);
    default:
      return [];
  }
}

function equality(list: readonly Json[]): readonly Comparison[] {
  const [, first, second] = list;
  if (isLegacyName(first) && isScalar(second) && list.length === 3)
    return [{ name: first, holder: list, values: [second] }];
  const field = fieldOf(first);
  const [name, value] = field === null ? [fieldOf(second), first] : [field, second];
  return name !== null && isScalar(value) ? [{ name, holder: list, values: [value] }] : [];
}

function membership(list: readonly Json[]): readonly Comparison[] {
  const [, first, ...rest] = list;
  if (isLegacyName(first) && rest.every(isScalar) && rest.length > 1)
    return [{ name: first, holder: list, values: rest }];
  const name = fieldOf(first);
  const [set] = rest;
  if (name === null || !Array.isArray(set) || set[0] !== 'literal' || !Array.isArray(set[1]))
    return [];
  const holder = set[1] as readonly Json[];
  return [{ name, holder, values: holder.filter(isScalar) }];
}

function match(list: readonly Json[]): readonly Comparison[] {
  const [, first, ...rest] = list;
  const name = fieldOf(first);
  if (name === null) return [];
  const labels = rest.slice(0, -1).filter((_, i) => i % 2 === 0);
  const lists = labels.filter((label) => Array.isArray(label)) as readonly Json[][];
  return [list, ...lists].map((holder) => ({
    name,
    holder,
    values: (holder === list ? labels : holder).filter(isScalar),
  }));
}

/**
 * Returns whether a value can be a field name in the legacy form of a filter; `$type` and `$id` are
 * not.
 */
function isLegacyName(value: Json | undefined): value is string {
  return typeof value === 'string' && !value.startsWith('$');
}

function fieldOf(value: Json | undefined): string | null {
  if (!Array.isArray(value)) return null;
  const [operator, name] = value as readonly Json[];
  if (operator === 'get' && typeof name === 'string') return name;
  return operator === 'to-string' ? fieldOf(name) : null;
}

function isScalar(value: Json | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
