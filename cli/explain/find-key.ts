import { suggest } from 'atlas-engine';
import { schemas, type SchemaName } from 'atlas-engine/schemas';
import { refTarget, type Node } from './schema-node.ts';

/** A part of the language: its schema node, and the schema that contains the node. */
export interface Found {
  readonly node: Node;
  readonly kind: SchemaName;
}

/** A key that does not exist, and the most similar one. */
export interface Missing {
  readonly key: string;
  readonly near: string | undefined;
  /** The keys that exist there. */
  readonly known: readonly string[];
}

/**
 * Finds a key of the language by its path, such as `groups.popup.fields`. The path begins with a key
 * of a file or the name of a schema, such as `group`. Numbers of items may be left out.
 */
export function findKey(path: string): Found | Missing {
  const [first = '', ...rest] = path.split(/[.[\]/]+/).filter((key) => key !== '');
  const file = { kind: 'atlas-file', node: schemas['atlas-file'] as Node } as const;
  let found = keysOf(file).get(first) ?? named(first);
  if (!found) return missing(first, [...keysOf(file).keys(), ...Object.keys(schemas)]);
  for (const key of rest) {
    const keys = keysOf(found);
    const next: Found | undefined = keys.get(key) ?? (/^\d+$/.test(key) ? found : keys.get(ANY));
    if (!next) return missing(key, [...keys.keys()]);
    found = next;
  }
  return found;
}

function named(name: string): Found | undefined {
  const kind = Object.keys(schemas).find((each): each is SchemaName => each === name);
  return kind && { kind, node: schemas[kind] as Node };
}

function missing(key: string, known: readonly string[]): Missing {
  return { key, near: suggest(key, known), known };
}

/** Stands for each key of a mapping whose keys the schema does not name. */
const ANY = '…';

/** Returns the keys below a part of the language, also in the items of a list and in each type of a union. */
export function keysOf(part: Found): ReadonlyMap<string, Found> {
  const { node, kind } = resolved(part);
  const under = (each: unknown): Found => ({ kind, node: each as Node });
  if (node['items']) return keysOf(under(node['items']));
  const branches = (node['oneOf'] ?? []) as readonly Node[];
  const properties = [node, ...branches].flatMap((branch) =>
    Object.entries((branch['properties'] ?? {}) as Node),
  );
  const keys = new Map(properties.map(([key, each]) => [key, under(each)]));
  const free = node['additionalProperties'];
  if (typeof free === 'object' && free !== null) keys.set(ANY, under(free));
  return keys;
}

/** Follows references to shared parts. */
export function resolved({ node, kind }: Found): Found {
  const target = refTarget(node, { kind });
  if (!target) return { node, kind };
  const [file = ''] = String(node['$ref']).split('#');
  const next = file === '' ? kind : (file.replace('.schema.json', '') as SchemaName);
  return resolved({ node: target, kind: next });
}
