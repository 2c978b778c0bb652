/**
 * Returns whether two values are equal as JSON. The order of keys does not matter; an absent key
 * differs from a null value.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameJson(item, b[index]))
    );
  }
  const keys = Object.keys(a);
  const other = b as Readonly<Record<string, unknown>>;
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        sameJson((a as Readonly<Record<string, unknown>>)[key], other[key]),
    )
  );
}
