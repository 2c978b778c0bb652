/** Removes the notes of authors (keys that begin with `x-`) from every mapping of a value. */
export function dropNotes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  // `for … in` is used, because lists of entries would be a tenth of the memory that parsing
  // allocates.
  const node = value as Record<string, unknown>;
  for (const key in node)
    if (key.startsWith('x-') && !Array.isArray(value)) Reflect.deleteProperty(value, key);
    else dropNotes(node[key]);
}
