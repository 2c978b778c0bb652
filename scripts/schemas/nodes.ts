import { isRecord } from 'atlas-engine/http';
import { schemas, type SchemaName } from '../../schemas/index.ts';

/** A part of a schema. */
export type Node = Readonly<Record<string, unknown>>;

/** A part of the schemas: its schema, its unique name, and its content. */
export interface Part {
  readonly kind: SchemaName;
  readonly name: string;
  /** The path of keys from the root of the schema to the part. */
  readonly path: readonly string[];
  readonly node: Node;
}

/** Returns true for a schema object, false for a list or a string. */
export function isNode(value: unknown): value is Node {
  return isRecord(value);
}

/** Returns the nodes of `properties`, `$defs` and similar keywords; empty without the keyword. */
export function nodesOf(value: unknown): Readonly<Record<string, Node>> {
  return (value ?? {}) as Readonly<Record<string, Node>>;
}

/** Returns a string or a list of strings as a list. */
export function listOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly string[]) : [String(value)];
}

/** Returns the target of a reference in a schema. */
export function find(ref: string, kind: SchemaName): Part {
  const [file = '', pointer = ''] = ref.split('#');
  const target = (file === '' ? kind : file.replace('.schema.json', '')) as SchemaName;
  const path = pointer.split('/').slice(1);
  const node = path.reduce<Node>((owner, key) => owner[key] as Node, schemas[target]);
  const steps = path.filter((step) => step !== '$defs' && step !== 'properties');
  return { kind: target, name: [target, ...steps].join('.'), path, node };
}

/** Returns the target of a node's reference, or the node itself if it has no reference. */
export function follow(node: Node, kind: SchemaName): Part {
  if (typeof node['$ref'] === 'string') return find(node['$ref'], kind);
  return { kind, name: kind, path: [], node };
}

/** Returns the value of `type` that selects a branch of a union. */
export function typeOfBranch(branch: Node): string {
  return String(nodesOf(branch['properties'])['type']?.['const']);
}

const KEYWORDS_OF: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'minLength', 'x-words'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'minProperties',
    'dependentRequired',
    'x-exactly-one',
    'x-at-least-one',
    'x-forms',
  ],
  number: ['minimum', 'maximum'],
};

/** Returns whether a node with several types has a keyword that applies to one type only. */
export function needsSplit(node: Node): boolean {
  return (
    Array.isArray(node['type']) &&
    ['x-words', 'x-exactly-one', 'x-at-least-one'].some((keyword) => keyword in node)
  );
}

/** Splits a node with several types into one node per type, with the keywords of that type. */
export function splitByType(node: Node): Node[] {
  return listOf(node['type']).map((type) => {
    const own = (KEYWORDS_OF[type] ?? []).filter((keyword) => keyword in node);
    return { type, ...Object.fromEntries(own.map((keyword) => [keyword, node[keyword]])) };
  });
}
