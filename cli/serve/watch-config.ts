import { ConfigFolderError } from '../../server/config/config-folder-error.ts';
import { lookAtFolder } from '../../server/config/look-at-folder.ts';
import type { Pending } from '../../server/routes/health/health-routes.ts';
import { keepDoing } from '../prepare/reload.ts';

/** Minimum and maximum milliseconds between two checks of the folder. */
const SHORTEST_WAIT = 1_000;
const LONGEST_WAIT = 5_000;

/**
 * The wait between two checks as a multiple of the duration of a check, so that checks take 2 % of
 * the time.
 */
const WAIT_PER_LOOK = 50;

/** Longest wait before a failed change is tried again, in milliseconds. */
const LONGEST_RETRY = 60_000;

/**
 * The state in which no retry is due: the stamp of the folder when reading failed, the time of the
 * next try, and the wait before it, both in milliseconds.
 */
const NO_RETRY = { stamp: '', at: 0, wait: 0 };

export interface WatchOptions {
  /** Stamp of the folder from before it was last read; null if unknown. */
  readonly taken: string | null;
  /** Reads and serves the folder. Returns the stamp from before the reading; null if unknown. */
  readonly takeOver: () => Promise<string | null>;
  /**
   * Called when the state changes. Null means that the folder was read, and is served unless it has
   * errors.
   */
  readonly onState: (state: Pending | null) => void;
  /** Called with an error, but not again for the same error. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds between two checks of the folder, for tests. */
  readonly every?: number;
}

/**
 * Checks a configuration folder every few seconds, and calls `takeOver` if it has changed since it
 * was read. It compares the state of the folder, not events, so no change is missed. A failure is
 * tried again when the folder changes, or after a wait that doubles up to a minute. Returns a
 * function that stops and waits for a call in progress. Does not keep the process running.
 */
export function watchConfig(dir: string, options: WatchOptions): () => Promise<void> {
  const { takeOver, every } = options;
  /** Null after a failure, because it is then unknown which part of the change was applied. */
  let { taken } = options;
  let wait = every ?? SHORTEST_WAIT;
  let retry = NO_RETRY;
  let state: Pending | null = null;
  let lastError = '';

  const become = (next: Pending | null): void => {
    if (next !== state) options.onState((state = next));
    if (next === null) lastError = '';
  };
  const fail = (error: unknown): void => {
    become(error instanceof ConfigFolderError ? error.fault : 'failed');
    if (String(error) === lastError) return;
    lastError = String(error);
    options.failed(error);
  };
  const take = async (stamp: string): Promise<void> => {
    const isRetry = stamp === retry.stamp;
    if (isRetry && performance.now() < retry.at) return;
    // The state does not change for a folder that is being written all the time, or that fails at
    // every change.
    if (!isRetry && state !== 'being-written' && state !== 'failed') become('loading');
    taken = null;
    try {
      taken = (await takeOver()) ?? stamp;
      retry = NO_RETRY;
      become(null);
    } catch (error) {
      const next = isRetry ? Math.min(LONGEST_RETRY, 2 * retry.wait) : wait;
      retry = { stamp, at: performance.now() + next, wait: next };
      fail(error);
    }
  };
  const look = async (): Promise<void> => {
    const start = performance.now();
    const { all } = await lookAtFolder(dir);
    const took = performance.now() - start;
    wait = every ?? Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, WAIT_PER_LOOK * took));
    if (all.stamp === taken) become(null);
    else await take(all.stamp);
  };
  return keepDoing(
    look,
    () => wait,
    (error) => {
      retry = NO_RETRY;
      fail(error);
    },
  );
}
