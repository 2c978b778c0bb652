import { schemas, type SchemaName } from '../../schemas/index.ts';

/** A part of a schema. */
export type Node = Readonly<Record<string, unknown>>;

/** Where in the reference a part is described. */
export interface TypeContext {
  readonly kind: SchemaName;
  readonly files: ReadonlyMap<string, string>;
  /** Descriptions that the rows of this page have printed. */
  readonly told: Set<string>;
  /** Heading of the section whose keys are described; theirs follow it with a dot. */
  readonly under?: string;
}

/** What `$ref` leads to; undefined without one. */
export function refTarget(node: Node, { kind }: Pick<TypeContext, 'kind'>): Node | undefined {
  if (typeof node['$ref'] !== 'string') return undefined;
  const [file = '', pointer = ''] = node['$ref'].split('#');
  const schema = schemas[
    (file === '' ? kind : file.replace('.schema.json', '')) as SchemaName
  ] as Node;
  const part = /^\/\$defs\/(.+)$/.exec(pointer)?.[1];
  return part === undefined ? schema : ((schema['$defs'] as Node)[part] as Node);
}

/** Makes a text fit into a cell of a table. */
export function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
