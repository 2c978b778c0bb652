/** Sends a feature collection piece by piece, as fast as its reader takes it. */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fromStore } from '../../http/errors.ts';
import { chooseEncoding } from '../../http/negotiate.ts';
import { SEPARATOR, type PageEnd, type piecesOf } from './feature-pieces.ts';

type Pieces = ReturnType<typeof piecesOf>;

export interface Collection {
  readonly pieces: Pieces;
  /** Sets the headers, when the first piece was read. `encoding` is for the `ETag`. */
  readonly head: (encoding: 'gzip' | 'identity') => Promise<void>;
  /** Members of the document that follow its features; null for none. */
  readonly tail: (end: PageEnd) => object | null;
}

/**
 * Sends the collection. The first piece is read before the answer begins: a store that fails still
 * ends in 503.
 */
export async function sendCollection(
  request: FastifyRequest,
  reply: FastifyReply,
  { pieces, head, tail }: Collection,
): Promise<FastifyReply> {
  try {
    const first = await fromStore(() => pieces.next());
    const encoding =
      chooseEncoding(request.headers['accept-encoding'], ['gzip']) === 'gzip' ? 'gzip' : 'identity';
    void reply.type('application/geo+json; charset=utf-8').header('vary', 'Accept-Encoding');
    await head(encoding);
    if (encoding === 'gzip') void reply.header('content-encoding', encoding);
    if (request.method === 'HEAD') {
      await close(pieces);
      return reply.send();
    }
    const body = asStream(document(first, pieces, tail), () => close(pieces));
    if (encoding === 'identity') return reply.send(body);
    // Whoever sends it hears of errors; here they only end both streams.
    return reply.send(pipeline(body, createGzip(), () => undefined));
  } catch (error) {
    await close(pieces);
    throw error;
  }
}

async function* document(
  first: IteratorResult<string, PageEnd>,
  pieces: Pieces,
  tail: Collection['tail'],
): AsyncGenerator<string, void, void> {
  yield '{"type":"FeatureCollection","features":[\n';
  let next = first;
  for (let between = ''; !next.done; between = SEPARATOR, next = await pieces.next())
    yield between + next.value;
  const more = tail(next.value);
  yield more === null ? '\n]}\n' : `\n],${JSON.stringify(more).slice(1)}\n`;
}

async function close(pieces: Pieces): Promise<void> {
  await pieces.return({ count: 0, next: null });
}

/**
 * A stream of texts that asks for one only when the one before was taken. `Readable.from` is always
 * one ahead, which a reader who does not read would keep in memory.
 */
function asStream(texts: AsyncGenerator<string, void, void>, ended: () => Promise<void>): Readable {
  return new Readable({
    highWaterMark: 0,
    read() {
      void pushNext(this, texts);
    },
    destroy(error, done) {
      void ended().finally(() => done(error));
    },
  });
}

async function pushNext(
  stream: Readable,
  texts: AsyncGenerator<string, void, void>,
): Promise<void> {
  try {
    const { done, value } = await texts.next();
    stream.push(done === true ? null : value);
  } catch (error) {
    stream.destroy(error as Error);
  }
}
