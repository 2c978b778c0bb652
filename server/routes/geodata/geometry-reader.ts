/** Reads the geometries of queries, long ones in a separate thread. */
import {
  DeadlineExceeded,
  parseGeoJsonQuery,
  parseWkt,
  type QueryParse,
} from '../../geometry/index.ts';
import { HttpError } from '../../http/errors.ts';
import { createGate } from '../../http/gate.ts';
import { WorkerPool } from '../../store/pool.ts';

/**
 * Maximum characters of a text that is read in the main thread. Checking a polygon can take time that
 * grows with the square of its vertices, which must not block all requests.
 */
const READ_AT_ONCE = 2_000;

/** Time limit in milliseconds. An ordinary polygon of 20 000 vertices takes a hundredth of it. */
const TIMEOUT = 5_000;

const GATE = { atOnce: 1, waiting: 100 };

type GeometryForm = 'wkt' | 'geojson';

/** A text of a query, and the form in which it is written. */
export interface GeometryText {
  readonly text: string;
  readonly form: GeometryForm;
}

/** Parses a text in its form. */
export function parseGeometry({ text, form }: GeometryText): QueryParse {
  return form === 'wkt' ? parseWkt(text) : parseGeoJsonQuery(text);
}

export interface GeometryReader {
  /**
   * Reads well-known text or GeoJSON, unless the signal is aborted while the text waits. Throws `HttpError` 400
   * when reading takes too long, 503 when too many texts wait or the thread has ended.
   */
  read(text: string, signal?: AbortSignal, form?: GeometryForm): Promise<QueryParse>;
  close(): Promise<void>;
}

/** Creates a reader; its thread starts with the first long text. */
export function createGeometryReader({ timeout = TIMEOUT } = {}): GeometryReader {
  const script = import.meta.url.endsWith('.ts') ? './geometry-thread.ts' : './geometry-thread.js';
  const pool = new WorkerPool({ script: new URL(script, import.meta.url), size: 2 });
  const gate = createGate(GATE);
  return {
    async read(text, signal, form = 'wkt') {
      if (text.length <= READ_AT_ONCE) return parseGeometry({ text, form });
      try {
        const read = await gate(
          () => pool.call({ text, form } satisfies GeometryText, { timeout, heavy: true }),
          signal,
        );
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
    detail: 'The geometry takes too long to check. Simplify it.',
  });
}
