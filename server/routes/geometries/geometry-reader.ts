/** Reads the geometries that clients send, long ones in a separate thread. */
import { DeadlineExceeded } from '../../geometry/index.ts';
import { HttpError } from '../../http/errors.ts';
import { createGate } from '../../http/gate.ts';
import { WorkerPool } from '../../store/pool.ts';
import {
  runGeometryTask,
  type GeometryInput,
  type GeometryResult,
  type GeometryTask,
  type GeometryTaskKind,
} from './geometry-tasks.ts';

/**
 * Maximum length of an input that is read in the main thread. Checking a polygon can take time that
 * grows with the square of its vertices, which must not block all requests.
 */
const READ_AT_ONCE = 2_000;

/** Time limit in milliseconds. An ordinary polygon of 20 000 vertices takes a hundredth of it. */
const TIMEOUT = 5_000;

/** What the thread reads first. */
const FIRST: GeometryTask = { kind: 'search', input: 'POINT (0 0)' };

const GATE = { atOnce: 1, waiting: 100 };

export interface GeometryReader {
  /**
   * Reads a geometry, unless the signal is aborted while it waits. Throws `HttpError` 400 when
   * reading takes too long, 503 when too many geometries wait or the thread has ended.
   */
  read<K extends GeometryTaskKind>(
    kind: K,
    input: GeometryInput<K>,
    signal?: AbortSignal,
  ): Promise<GeometryResult<K>>;
  close(): Promise<void>;
}

/** Creates a reader; its thread starts with the first long geometry. */
export function createGeometryReader({ timeout = TIMEOUT } = {}): GeometryReader {
  const script = import.meta.url.endsWith('.ts') ? './geometry-thread.ts' : './geometry-thread.js';
  const pool = new WorkerPool({ script: new URL(script, import.meta.url), size: 2 });
  const gate = createGate(GATE);
  let started: Promise<unknown> | null = null;
  /** Starts the thread, which may take seconds on a busy machine: no fault of the geometry. */
  const start = async (): Promise<void> => {
    started ??= pool.call(FIRST, { heavy: true });
    try {
      await started;
    } catch (error) {
      started = null;
      throw new HttpError('unavailable', { cause: error });
    }
  };
  return {
    async read<K extends GeometryTaskKind>(
      kind: K,
      input: GeometryInput<K>,
      signal?: AbortSignal,
    ): Promise<GeometryResult<K>> {
      const task: GeometryTask<K> = { kind, input };
      if (lengthOf(input) <= READ_AT_ONCE) return runGeometryTask(task);
      try {
        await start();
        const read = await gate(() => pool.call(task, { timeout, heavy: true }), signal);
        return read as GeometryResult<K>;
      } catch (error) {
        throw toReadError(error);
      }
    },
    close: () => pool.close(),
  };
}

function lengthOf(input: GeometryInput<GeometryTaskKind>): number {
  return typeof input === 'object' && 'text' in input ? input.text.length : input.length;
}

function toReadError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (!(error instanceof DeadlineExceeded)) return new HttpError('unavailable', { cause: error });
  return new HttpError('bad-request', {
    detail: 'The geometry takes too long to check. Simplify it.',
  });
}
