/** Checks answers against `/api/openapi.json`. */
import type { FastifyInstance } from 'fastify';

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, object>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The documented part of an answer; `type` without parameters, empty when there is none. */
export interface SeenAnswer {
  readonly status: number;
  readonly type: string;
}

export interface Description {
  /** Returns whether the document describes the address. */
  covers(address: string): boolean;
  /**
   * Returns the difference between an answer and the document, or null. An address that is not described
   * may only be refused as unknown or invalid, as JSON.
   */
  surprise(method: 'GET' | 'POST', address: string, answer: SeenAnswer): string | null;
}

/** The possible responses to an unknown address. */
const NOWHERE: Operation = {
  responses: Object.fromEntries(
    [400, 404, 405, 413, 414, 415].map((status) => [
      status,
      { content: { 'application/json': {} } },
    ]),
  ),
};

/** Reads the document from the server itself. */
export async function readDescription(app: FastifyInstance): Promise<Description> {
  const { paths } = (await app.inject('/api/openapi.json')).json<Document>();
  const patterns = Object.entries(paths).map(([path, operations]) => ({
    pattern: new RegExp(
      `^${path
        .replaceAll('.', '\\.')
        .replace('{path}', '.*')
        .replaceAll(/\{\w+\}/g, '[^/]*')}$`,
    ),
    operations,
  }));
  const operationsOf = (address: string) => {
    const [path = ''] = address.split('?', 1);
    // A trailing slash does not make another address.
    return patterns.find(
      ({ pattern }) => pattern.test(path) || pattern.test(path.replace(/\/$/, '')),
    )?.operations;
  };
  return {
    covers: (address) => operationsOf(address) !== undefined,
    surprise(method, address, { status, type }) {
      const { responses } = operationsOf(address)?.[method.toLowerCase()] ?? NOWHERE;
      const response = responses[status];
      if (!response) return `status ${status} is not described`;
      const types = Object.keys(response.content ?? {});
      const known = types.some(
        (one) =>
          one === '*/*' || (one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === type),
      );
      if (types.length === 0 ? type !== '' : !known) return `${status} has the type "${type}"`;
      return null;
    },
  };
}
