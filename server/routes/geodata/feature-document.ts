/** Sends a feature collection in pieces, at the speed of its reader. */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerFrom, type Choice } from '../../access/answer-cuts.ts';
import type { Caching } from '../../http/send-encoded.ts';
import type { DatasetStore } from '../../store/store.ts';
import type { FeatureStore } from './ask-features.ts';
import { chooseEncoding } from '../../http/negotiate.ts';
import { SEPARATOR, type PageEnd, type piecesOf } from './feature-pieces.ts';

type Pieces = ReturnType<typeof piecesOf>;

/**
 * Maximum characters of a collection that is sent at once, with its length. If the server stops, a
 * proxy can repeat the request, as long as it has not forwarded any part of the response.
 */
const SENT_WHOLE = 65_536;

const gzipAsync = promisify(gzip);

export interface Collection {
  readonly store: DatasetStore;
  readonly choice: Choice;
  readonly pieces: (store: FeatureStore) => Pieces;
  /**
   * Sets the headers after the first piece was read. `isCurrent` is true if the store still had the
   * versions of the snapshot.
   */
  readonly head: (
    caching: Caching,
    body: { readonly encoding: 'gzip' | 'identity'; readonly isCurrent: boolean },
  ) => void;
  /** Returns the members of the document after its features, or null if there are none. */
  readonly tail: (end: PageEnd) => object | null;
}

/**
 * Sends the collection. A small collection is sent as a whole. The first piece is read before the
 * answer begins, so that a store that fails gives 503.
 */
export async function sendCollection(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, choice, pieces: read, head, tail }: Collection,
): Promise<FastifyReply> {
  let pieces: Pieces | null = null;
  try {
    const { answer, caching } = await answerFrom(request, {
      store,
      choice,
      make: (under) => begin((pieces = read(under))),
      keep: (fresh) => fresh(),
    });
    const { made: start, current: isCurrent } = answer;
    const rest = pieces!;
    const encoding =
      chooseEncoding(request.headers['accept-encoding'], ['gzip']) === 'gzip' ? 'gzip' : 'identity';
    void reply.type('application/geo+json; charset=utf-8').header('vary', 'Accept-Encoding');
    head(caching, { encoding, isCurrent });
    if (encoding === 'gzip') void reply.header('content-encoding', encoding);
    if (request.method === 'HEAD') {
      await close(rest);
      return reply.send();
    }
    if (start.next.done) {
      const whole = OPENING + start.text + closing(start.next.value, tail);
      return reply.send(encoding === 'gzip' ? await gzipAsync(whole) : whole);
    }
    const body = asStream(document(start, rest, tail), () => close(rest));
    if (encoding === 'identity') return reply.send(body);
    // The code that sends the stream handles errors; here they only end both streams.
    return reply.send(pipeline(body, createGzip(), () => undefined));
  } catch (error) {
    if (pieces !== null) await close(pieces);
    throw error;
  }
}

const OPENING = '{"type":"FeatureCollection","features":[\n';

/** The features read before the answer begins, and the next piece or end. */
interface Start {
  readonly text: string;
  readonly next: IteratorResult<string, PageEnd>;
}

async function begin(pieces: Pieces): Promise<Start> {
  let text = '';
  let next = await pieces.next();
  while (!next.done && text.length + next.value.length <= SENT_WHOLE) {
    text += (text === '' ? '' : SEPARATOR) + next.value;
    next = await pieces.next();
  }
  return { text, next };
}

async function* document(
  start: Start,
  pieces: Pieces,
  tail: Collection['tail'],
): AsyncGenerator<string, void, void> {
  let { next } = start;
  yield OPENING + start.text;
  let between = start.text === '' ? '' : SEPARATOR;
  for (; !next.done; between = SEPARATOR, next = await pieces.next()) yield between + next.value;
  yield closing(next.value, tail);
}

function closing(end: PageEnd, tail: Collection['tail']): string {
  const more = tail(end);
  return more === null ? '\n]}\n' : `\n],${JSON.stringify(more).slice(1)}\n`;
}

async function close(pieces: Pieces): Promise<void> {
  await pieces.return({ count: 0, next: null, matched: null });
}

/**
 * Returns a stream that requests a text only after the previous one was consumed. `Readable.from`
 * reads one text ahead, which stays in memory when the reader stalls.
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
