/** Tells when nobody waits for an answer any more. */
import type { FastifyReply } from 'fastify';

/** Aborted when the client closes its connection before it has the answer. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
