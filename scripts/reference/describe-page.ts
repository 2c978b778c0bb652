import { toYaml } from 'atlas-engine';
import { schemas, type SchemaName } from '../../schemas/index.ts';
import { defaultOf, typeOf } from '../../cli/explain/describe-type.ts';
import {
  escapeCell,
  refTarget,
  type Node,
  type TypeContext,
} from '../../cli/explain/schema-node.ts';

export interface Page {
  readonly name: SchemaName;
  readonly file: string;
}

/** The parts of other pages that a page uses. */
export interface Surroundings {
  /** The file of each schema's page. */
  readonly files: ReadonlyMap<string, string>;
  /** The place where an author writes an entry of this schema. */
  readonly usedAs: string;
}

interface Section {
  readonly heading: string;
  readonly node: Node;
}

/**
 * Writes the page of a schema: its description, its keys, the keys of its parts, examples. The page
 * of a union has one table with the keys of all branches; a column lists the types that have each
 * key.
 */
export function describePage({ name }: Page, surroundings: Surroundings): string {
  const schema = schemas[name] as Node;
  const context = { kind: name, files: surroundings.files, described: new Set<string>() };
  const lines = [`# ${String(schema['title'])}`, '', String(schema['description']), ''];
  if (surroundings.usedAs !== '') lines.push(`Used as: ${surroundings.usedAs}.`, '');
  const sections: Section[] = [];
  if (Array.isArray(schema['oneOf'])) {
    const branches = schema['oneOf'] as readonly Node[];
    lines.push(...branchTable(branches), ...unionTable(branches, context, sections));
    branches.forEach((branch) => lines.push(...examples(branch, `The \`${tagOf(branch)}\` type`)));
  } else if ('type' in schema) {
    lines.push(...keyTable(schema, context, sections), ...rulesOf(schema), ...examples(schema));
  }
  const parts = Object.entries((schema['$defs'] ?? {}) as Readonly<Record<string, Node>>);
  if (!('oneOf' in schema)) {
    for (const [part, node] of parts) sections.push({ heading: headingOf(name, part), node });
  }
  for (let section = sections.shift(); section; section = sections.shift()) {
    const { heading, node } = section;
    const inner: Section[] = [];
    lines.push(`## ${heading}`, '', ...descriptionOf(node, context));
    if (!isMapping(node)) lines.push(`Type: ${typeOf(node, context)}.`, '');
    lines.push(
      ...keyTable(node, { ...context, under: heading }, inner),
      ...rulesOf(node),
      ...examples(node),
    );
    sections.unshift(...inner);
  }
  return lines.join('\n');
}

/**
 * Returns the description of a section. It is empty if the row that links to the section has the
 * same text.
 */
function descriptionOf(node: Node, { described }: TypeContext): string[] {
  const text = String(node['description']);
  return described.has(text) ? [] : [text, ''];
}

function isMapping(node: Node): boolean {
  return node['type'] === 'object' && 'properties' in node;
}

function headingOf(kind: SchemaName, part: string): string {
  return kind === 'short-form' && part !== 'paint-value' && part !== 'properties'
    ? part === 'light'
      ? '{ light, dark }'
      : `{ ${part} }`
    : part;
}

/** Explains `once` in the column "required". */
const ONCE =
  '`once`: the key is required. If it is a list, it may be split over several files; otherwise it must be in exactly one file.';

function keyTable(node: Node, context: TypeContext, sections: Section[]): string[] {
  const properties = Object.entries((node['properties'] ?? {}) as Readonly<Record<string, Node>>);
  if (properties.length === 0) return freeKeys(node, context, sections);
  const required = (node['required'] ?? []) as readonly string[];
  const once = (node['x-needed'] ?? []) as readonly string[];
  const rows = properties.map(([key, value]) => {
    queue(key, value, context, sections);
    const needed = required.includes(key) ? 'yes' : once.includes(key) ? 'once' : '';
    return `| \`${key}\` | ${typeOf(value, context)} | ${needed} | ${defaultOf(value, context)} | ${meaningOf(value, context)} |`;
  });
  return [
    ...(once.length > 0 ? [ONCE, ''] : []),
    '| key | type | required | default | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ];
}

/** Describes the values of a mapping whose keys the schema does not name. */
function freeKeys(node: Node, context: TypeContext, sections: Section[]): string[] {
  const value = node['additionalProperties'];
  if (typeof value !== 'object' || value === null) return [];
  queue('…', value as Node, context, sections);
  return [
    `Each value: ${typeOf(value as Node, context)}. ${meaningOf(value as Node, context)}`,
    '',
  ];
}

/** Adds a section for an inner mapping. Its heading is the path of keys. */
function queue(key: string, node: Node, context: TypeContext, sections: Section[]): void {
  const path = context.under === undefined ? key : `${context.under}.${key}`;
  const inner = node['type'] === 'array' ? (node['items'] as Node | undefined) : node;
  if (!inner || '$ref' in inner) return;
  if ('properties' in inner) sections.push({ heading: path, node: inner });
  else if (typeof inner['additionalProperties'] === 'object' && inner['type'] === 'object') {
    const value = inner['additionalProperties'] as Node;
    if ('properties' in value) sections.push({ heading: `${path}.…`, node: value });
  }
}

function meaningOf(node: Node, context: TypeContext): string {
  const text = String(node['description'] ?? refTarget(node, context)?.['description'] ?? '');
  context.described.add(text);
  return escapeCell(text);
}

/** Returns the rules about several keys, as a paragraph. */
function rulesOf(node: Node): string[] {
  const rules = rulesIn(node);
  return rules.length > 0 ? [rules.join(' '), ''] : [];
}

/** Returns the rules of a union, each once, with the types to which it applies. */
function rulesOfUnion(branches: readonly Node[]): string[] {
  const types = new Map<string, string[]>();
  for (const branch of branches)
    for (const rule of rulesIn(branch))
      types.set(rule, [...(types.get(rule) ?? []), `\`${tagOf(branch)}\``]);
  const rules = [...types].map(([rule, of]) =>
    of.length === branches.length ? rule : `${rule.slice(0, -1)} (${of.join(', ')}).`,
  );
  return rules.length > 0 ? [rules.join(' '), ''] : [];
}

/** Returns the rules about several keys, one sentence each. */
function rulesIn(node: Node): string[] {
  const rules: string[] = [];
  const list = (keys: unknown): string => (keys as string[]).map((key) => `\`${key}\``).join(', ');
  if ('x-exactly-one' in node)
    rules.push(`Exactly one of ${list(node['x-exactly-one'])} is required.`);
  if ('x-at-least-one' in node)
    rules.push(`At least one of ${list(node['x-at-least-one'])} is required.`);
  for (const [key, needs] of Object.entries((node['dependentRequired'] ?? {}) as Node))
    rules.push(`\`${key}\` needs ${list(needs)}.`);
  return rules;
}

function examples(node: Node, caption?: string): string[] {
  const values = (node['examples'] ?? []) as readonly unknown[];
  const shown = values.filter(
    (value) => typeof value !== 'object' || Object.keys(value as object).length > 0,
  );
  if (shown.length === 0) return [];
  const text = shown.map((value) => toYaml(value)).join('\n# or\n');
  return [...(caption === undefined ? [] : [`${caption}:`, '']), '```yaml', text, '```', ''];
}

function tagOf(branch: Node): string {
  const { type } = branch['properties'] as Readonly<Record<string, Node>>;
  return String(type?.['const']);
}

function branchTable(branches: readonly Node[]): string[] {
  const rows = branches.map(
    (branch) => `| \`${tagOf(branch)}\` | ${escapeCell(String(branch['description']))} |`,
  );
  return ['| type | what |', '| --- | --- |', ...rows, ''];
}

function unionTable(
  branches: readonly Node[],
  context: TypeContext,
  sections: Section[],
): string[] {
  const keys = new Map<string, { node: Node; types: string[]; required: string[] }>();
  for (const branch of branches) {
    const required = (branch['required'] ?? []) as readonly string[];
    for (const [key, node] of Object.entries(
      branch['properties'] as Readonly<Record<string, Node>>,
    )) {
      const entry = keys.get(key) ?? { node, types: [], required: [] };
      entry.types.push(tagOf(branch));
      if (required.includes(key)) entry.required.push(tagOf(branch));
      keys.set(key, entry);
    }
  }
  const some = (types: readonly string[]): string =>
    types.length === branches.length ? 'all' : types.length === 0 ? '' : types.join(', ');
  const rows = [...keys].map(([key, { node, types, required }]) => {
    if (key === 'type')
      return `| \`type\` | one of the types above | all | yes | | The type of the ${context.kind}. |`;
    const target = refTarget(node, context);
    const local = target !== undefined && String(node['$ref']).startsWith('#') ? target : node;
    queue(key, local, context, sections);
    const needed = required.length === types.length ? 'yes' : some(required);
    return `| \`${key}\` | ${typeOf(local, context)} | ${some(types)} | ${needed} | ${defaultOf(local, context)} | ${meaningOf(local, context)} |`;
  });
  return [
    '| key | type | for | required | default | meaning |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...rulesOfUnion(branches),
  ];
}
