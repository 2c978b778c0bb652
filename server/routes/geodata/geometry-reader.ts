/** Reads the geometries of questions, long ones in a thread of their own. */
import { DeadlineExceeded, parseWkt, type QueryParse } from '../../geometry/index.ts';
import { HttpError } from '../../http/errors.ts';
import { createGate } from '../../http/gate.ts';
import { WorkerPool } from '../../store/pool.ts';

/**
 * Characters of a text that is read at once. Whether a polygon is sound takes time that can grow
 * with the square of its vertices: the thread of all requests must not be the one to find out.
 */
const READ_AT_ONCE = 2_000;

/** Milliseconds; a polygon of 20 000 vertices that is no attempt to waste them takes a hundredth. */
const TIMEOUT = 5_000;

const GATE = { atOnce: 1, waiting: 100 };

export interface GeometryReader {
  /**
   * Reads well-known text, unless the signal is aborted while others are before it. Throws
   * `HttpError` 400 when that takes too long, 503 when too many wait or the thread ended.
   */
  read(text: string, signal?: AbortSignal): Promise<QueryParse>;
  close(): Promise<void>;
}

/** Makes a reader; its thread starts with the first long text. */
export function createGeometryReader({ timeout = TIMEOUT } = {}): GeometryReader {
  const script = import.meta.url.endsWith('.ts') ? './geometry-thread.ts' : './geometry-thread.js';
  const pool = new WorkerPool({ script: new URL(script, import.meta.url), size: 2 });
  const gate = createGate(GATE);
  return {
    async read(text, signal) {
      if (text.length <= READ_AT_ONCE) return parseWkt(text);
      try {
        const read = await gate(() => pool.call(text, { timeout, heavy: true }), signal);
        return read as QueryParse;
      } catch (error) {
        throw toReadError(error);
      }
    },
    close: () => pool.close(),
  };
}

function toReadError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (!(error instanceof DeadlineExceeded)) return new HttpError('unavailable', { cause: error });
  return new HttpError('bad-request', {
    detail: 'The geometry is so intricate that it takes too long to check. Simplify it.',
  });
}
