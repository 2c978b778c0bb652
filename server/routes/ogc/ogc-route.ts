/** Adds routes under `/ogc` and sends their answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { encode } from '../../http/encoded.ts';
import { sendError } from '../../http/errors.ts';
import { addGetRoute, type SendError } from '../../http/get-route.ts';
import { refuseUnknown } from '../../http/refuse-unknown.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';

/** An answer: the document, its media type, and the highest rank it needed. */
export interface OgcAnswer {
  readonly document: object;
  readonly type?: string;
  readonly rank: number;
}

/** Adds a route under `/ogc`, with and without a trailing slash, whose handler sends the answer. */
export function addOgcRoute(
  app: FastifyInstance,
  path: string,
  route: { readonly schema: FastifySchema; readonly ownHead?: boolean },
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { querystring } = route.schema as { querystring?: { properties?: object } };
  const known = new Set(Object.keys(querystring?.properties ?? {}));
  for (const url of [`/ogc${path}`, `/ogc${path}/`]) {
    addGetRoute(
      app,
      url,
      async (request, reply) => {
        refuseUnknown(request, known);
        return send(request, reply);
      },
      { ...route, sendError: sendException },
    );
  }
}

/** Adds a route under `/ogc` that answers with a document. */
export function addDocumentRoute(
  app: FastifyInstance,
  path: string,
  schema: FastifySchema,
  answer: (request: FastifyRequest) => Promise<OgcAnswer> | OgcAnswer,
): void {
  addOgcRoute(app, path, { schema }, async (request, reply) => {
    const { document, type = 'application/json', rank } = await answer(request);
    const body = await encode(JSON.stringify(document), `${type}; charset=utf-8`);
    return sendEncoded(request, reply, body, { caching: cachingOf(rank) });
  });
}

/** The standard calls the fields of an error `code` and `description`; the server's own form is added. */
const sendException: SendError = async (_request, reply, error) => {
  const { id: code, detail, message } = error;
  return sendError(reply, error, { code, description: detail ?? message });
};
