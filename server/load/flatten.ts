import { isRecord } from 'atlas-engine/http';

const MAX_DEPTH = 8;

/**
 * Lists the attributes of a feature by name, nested ones as `outer.inner`. Lists are kept. Values
 * nested deeper than 8 levels, lists included, are left out.
 */
export function flattenProperties(properties: unknown): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  collect(properties, '', flat, 0);
  return flat;
}

function collect(value: unknown, prefix: string, flat: Map<string, unknown>, depth: number): void {
  if (!isRecord(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const name = prefix + key;
    if (isRecord(item)) {
      if (depth < MAX_DEPTH) collect(item, `${name}.`, flat, depth + 1);
    } else if (isShallow(item, MAX_DEPTH)) {
      flat.set(name, item);
    }
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}
