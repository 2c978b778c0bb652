import { schemas, type SchemaName } from 'atlas-engine/schemas';

/** A part of a schema. */
export type Node = Readonly<Record<string, unknown>>;

/** The place of a part in the reference. */
export interface TypeContext {
  readonly kind: SchemaName;
  readonly files: ReadonlyMap<string, string>;
  /** Descriptions already printed in rows of this page. */
  readonly described: Set<string>;
  /** The heading of the current section; inner sections append a dot and their key. */
  readonly under?: string;
}

/** Returns the target of `$ref`; undefined without a `$ref`. */
export function refTarget(node: Node, { kind }: Pick<TypeContext, 'kind'>): Node | undefined {
  if (typeof node['$ref'] !== 'string') return undefined;
  const [file = '', pointer = ''] = node['$ref'].split('#');
  const schema = schemas[
    (file === '' ? kind : file.replace('.schema.json', '')) as SchemaName
  ] as Node;
  const part = /^\/\$defs\/(.+)$/.exec(pointer)?.[1];
  return part === undefined ? schema : ((schema['$defs'] as Node)[part] as Node);
}

/** Escapes a text for a table cell. */
export function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
