import { escapeCell, refTarget, type Node, type TypeContext } from './schema-node.ts';

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: '`true` or `false`',
  array: 'list',
  object: 'mapping',
};

/**
 * Returns the type of a value in words, with range and unit. A shared part is a link to its
 * section.
 */
export function typeOf(node: Node, context: TypeContext): string {
  if (typeof node['$ref'] === 'string') return link(node, context);
  if ('const' in node) return `\`${String(node['const'])}\``;
  if (Array.isArray(node['enum'])) return oneOf(node['enum']);
  if (!('type' in node)) return 'any value';
  const types = Array.isArray(node['type']) ? (node['type'] as string[]) : [String(node['type'])];
  // Schemas permit null only where a later check reports a missing value with a better message.
  const written = types.filter((type) => type !== 'null');
  const words = written.map((type) => wordOf(type, node, context));
  return escapeCell(words.join(' or ')) + rangeOf(node);
}

function wordOf(type: string, node: Node, context: TypeContext): string {
  if (type === 'string' && Array.isArray(node['x-words'])) return oneOf(node['x-words']);
  if (type === 'string' && typeof node['x-refers-to'] === 'string')
    return `id (${node['x-refers-to']})`;
  if (type === 'array') {
    const items = node['items'];
    if (Array.isArray(node['prefixItems'])) {
      return `[${node['prefixItems'].map((item) => typeOf(item as Node, context)).join(', ')}]`;
    }
    return typeof items === 'object' && items !== null
      ? `list of ${typeOf(items as Node, context)}`
      : 'list';
  }
  if (
    type === 'object' &&
    typeof node['additionalProperties'] === 'object' &&
    !('properties' in node)
  ) {
    return `mapping to ${typeOf(node['additionalProperties'] as Node, context)}`;
  }
  return WORDS[type] ?? type;
}

function oneOf(values: readonly unknown[]): string {
  return values.map((value) => `\`${String(value)}\``).join(', ');
}

function rangeOf(node: Node): string {
  const { minimum, maximum } = node;
  const unit = typeof node['x-unit'] === 'string' ? ` ${node['x-unit']}` : '';
  if (typeof minimum === 'number' && typeof maximum === 'number')
    return `, ${minimum} to ${maximum}${unit}`;
  if (typeof minimum === 'number') return `, ${minimum}${unit} or more`;
  return unit === '' || node['type'] === 'array' ? '' : ` in${unit}`;
}

function link(node: Node, context: TypeContext): string {
  const [file = '', pointer = ''] = String(node['$ref']).split('#');
  const kind = file === '' ? context.kind : file.replace('.schema.json', '');
  const part = /^\/\$defs\/(.+)$/.exec(pointer)?.[1];
  const page = kind === context.kind ? '' : (context.files.get(kind) ?? '');
  const target = refTarget(node, context);
  const title = String(target?.['title'] ?? part ?? kind).toLowerCase();
  const inner =
    target?.['type'] === 'number' || target?.['type'] === 'string' ? rangeOf(target) : '';
  if (part === undefined) return `[${title}](${page || `#${title.replaceAll(' ', '-')}`})`;
  return `[${title}](${page}#${anchorOf(kind, part)})${inner}`;
}

/** Returns the anchor that GitHub generates for a heading. */
function anchorOf(kind: string, part: string): string {
  if (kind !== 'short-form' || part === 'paint-value' || part === 'properties') return part;
  return part === 'light' ? '-light-dark-' : `-${part}-`;
}

/** Returns the default value as Markdown; empty if there is none. */
export function defaultOf(node: Node, context: TypeContext): string {
  const value = node['default'] ?? refTarget(node, context)?.['default'];
  return value === undefined ? '' : `\`${escapeCell(JSON.stringify(value)).replaceAll('"', '')}\``;
}
