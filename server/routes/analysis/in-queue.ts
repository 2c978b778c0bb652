/** What the routes of the analysis have in common: the permission of the tool, the queue and the bodies. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storeUnder } from '../../access/loaded-for.ts';
import { decideTool } from '../../access/policies.ts';
import type { ClientGate } from '../../http/client-gate.ts';
import { deniedError } from '../../http/errors.ts';
import { clientOf } from '../../http/request-limits.ts';
import { CACHE } from '../../http/send-encoded.ts';
import { whenGone } from '../../http/when-gone.ts';
import type { DatasetStore } from '../../store/store.ts';
import type { AnalysisContext } from './each-dataset.ts';

/** The store that is asked, and the queue of the analyses. */
export interface AnalysisQueue {
  readonly store: DatasetStore;
  readonly gate: ClientGate;
}

/**
 * Answers a request in the queue of the analyses, with the data that the visitor may analyse. Throws
 * `HttpError` for a visitor who may not use the tool, and when too many requests wait.
 */
export async function inQueue<T>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { store, gate }: AnalysisQueue,
  answer: (context: AnalysisContext) => Promise<T>,
): Promise<T> {
  const { snapshot, visitor } = request.atlas;
  const seen = decideTool(snapshot.access, visitor, 'analyse');
  if (!seen.allow) throw deniedError(seen.status);
  const gone = whenGone(reply);
  void reply.header('cache-control', CACHE.never);
  const under = storeUnder(store, snapshot, 'analyse');
  return gate(clientOf(request.ip), () => answer({ store: under, snapshot, visitor, gone }), gone);
}

/** Leaves the bodies of the routes of a scope to `bodyOf`: a thread parses them. */
export function keepBodies(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}

/** Returns the bytes of the body; none for a body that is not JSON. */
export function bodyOf({ body }: FastifyRequest): Uint8Array {
  return Buffer.isBuffer(body) ? body : new Uint8Array();
}
