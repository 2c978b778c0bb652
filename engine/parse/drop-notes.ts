/** Takes the notes of authors, keys that begin with `x-`, out of every mapping of a value. */
export function dropNotes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) value.forEach(dropNotes);
  else
    for (const [key, child] of Object.entries(value))
      if (key.startsWith('x-')) Reflect.deleteProperty(value, key);
      else dropNotes(child);
}
