import { schemas, type SchemaName } from '../../schemas/index.ts';

/** A part of a schema. */
export type Node = Readonly<Record<string, unknown>>;

/** A part of the sources: the schema it is in, its name over all schemas, and what it says. */
export interface Part {
  readonly kind: SchemaName;
  readonly name: string;
  /** The keys that lead to it from the schema. */
  readonly path: readonly string[];
  readonly node: Node;
}

/** True for a part of a schema, as against a list or a word. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The nodes of `properties`, `$defs` and the like; none where the keyword is absent. */
export function nodesOf(value: unknown): Readonly<Record<string, Node>> {
  return (value ?? {}) as Readonly<Record<string, Node>>;
}

/** A word or a list of words as a list. */
export function listOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly string[]) : [String(value)];
}

/** The part that a reference in the schema of a kind leads to. */
export function find(ref: string, kind: SchemaName): Part {
  const [file = '', pointer = ''] = ref.split('#');
  const target = (file === '' ? kind : file.replace('.schema.json', '')) as SchemaName;
  const path = pointer.split('/').slice(1);
  const node = path.reduce<Node>((owner, key) => owner[key] as Node, schemas[target]);
  const steps = path.filter((step) => step !== '$defs' && step !== 'properties');
  return { kind: target, name: [target, ...steps].join('.'), path, node };
}

/** What a node refers to; the node itself where it refers to nothing. */
export function follow(node: Node, kind: SchemaName): Part {
  if (typeof node['$ref'] === 'string') return find(node['$ref'], kind);
  return { kind, name: kind, path: [], node };
}

/** The value of `type` that a branch of a union is for. */
export function typeOfBranch(branch: Node): string {
  return String(nodesOf(branch['properties'])['type']?.['const']);
}

const KEYWORDS_OF: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'minLength', 'x-words'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: [
    ...['properties', 'required', 'additionalProperties', 'minProperties', 'dependentRequired'],
    ...['x-exactly-one', 'x-at-least-one', 'x-forms'],
  ],
  number: ['minimum', 'maximum'],
};

/** Whether a node of several types has a keyword that JSON Schema can say of one type only. */
export function needsSplit(node: Node): boolean {
  return (
    Array.isArray(node['type']) &&
    ['x-words', 'x-exactly-one', 'x-at-least-one'].some((keyword) => keyword in node)
  );
}

/** A node of several types as one node for each, with the keywords of that type. */
export function splitByType(node: Node): Node[] {
  return listOf(node['type']).map((type) => {
    const own = (KEYWORDS_OF[type] ?? []).filter((keyword) => keyword in node);
    return { type, ...Object.fromEntries(own.map((keyword) => [keyword, node[keyword]])) };
  });
}
