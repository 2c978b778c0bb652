const MAX_DEPTH = 8;

/**
 * Lists the attributes of a feature by name, nested ones as `outer.inner`. Lists stay lists; what
 * is nested deeper than 8 levels is left out.
 */
export function flattenProperties(properties: unknown): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  collect(properties, '', flat, 0);
  return flat;
}

function collect(value: unknown, prefix: string, flat: Map<string, unknown>, depth: number): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const name = prefix + key;
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
      if (depth < MAX_DEPTH) collect(item, `${name}.`, flat, depth + 1);
    } else {
      flat.set(name, item);
    }
  }
}
