/** Detects that the client of an answer has disconnected. */
import type { FastifyReply } from 'fastify';

/** Returns a signal that is aborted when the client disconnects before the end of the answer. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
