/** Checks answers against the schemas that `/api/openapi.json` gives for them. */
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import type { Answer } from './crawl.ts';

type Node = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Node>> }>>>
  >;
  readonly components: Node;
}

/** The checks of the answers of a server: each has the described schema, and no other key. */
export class AnswerChecks {
  /** The described answers that were seen, such as `get /api/search 200`. */
  readonly seen = new Set<string>();
  readonly faults = new Set<string>();
  /** All described answers with a schema and one of these statuses. */
  readonly described: readonly string[];

  private readonly patterns: readonly (readonly [RegExp, string])[];
  private readonly validators = new Map<string, ValidateFunction>();

  constructor({ paths, components }: Document) {
    const ajv = new Ajv({ strict: false });
    this.patterns = Object.keys(paths).map((path) => [
      new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}/?$`),
      path,
    ]);
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { responses }] of Object.entries(operations))
        for (const [status, { content = {} }] of Object.entries(responses))
          for (const [type, { schema }] of Object.entries(content as Record<string, Node>))
            if (schema !== undefined)
              this.validators.set(
                `${method} ${path} ${status} ${type}`,
                ajv.compile({ ...(closed(schema) as object), components: closed(components) }),
              );
    this.described = [...this.validators.keys()].flatMap((key) =>
      / 20[01] /.test(key) ? [key.replace(/ \S+$/, '')] : [],
    );
  }

  add(method: string, address: string, { status, type, text }: Seen): void {
    const [path = ''] = address.split('?', 1);
    const pattern = this.patterns.find(([one]) => one.test(path))?.[1];
    const key = `${method} ${pattern} ${status}`;
    const validate = this.validators.get(`${key} ${type}`);
    if (!validate) return;
    this.seen.add(key);
    if (validate(JSON.parse(text))) return;
    const [fault] = validate.errors ?? [];
    this.faults.add(
      `${key}${fault?.instancePath} ${fault?.message} ${JSON.stringify(fault?.params)}`,
    );
  }
}

export interface Seen {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Allows no key that a schema does not name. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const parts = Object.fromEntries(Object.entries(node).map(([key, one]) => [key, closed(one)]));
  const isObject = 'properties' in node && (node as Node)['type'] === 'object';
  return isObject ? { additionalProperties: false, ...parts } : parts;
}

export async function checksOf(app: FastifyInstance): Promise<AnswerChecks> {
  return new AnswerChecks((await app.inject('/api/openapi.json')).json<Document>());
}

export function seenIn({ status, headers, body }: Answer): Seen {
  const type = /^content-type: ([^;\n]*)/m.exec(headers)?.[1] ?? '';
  return { status, type, text: body.toString() };
}
