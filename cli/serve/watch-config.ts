import { ConfigFolderError } from '../../server/config/config-folder-error.ts';
import { lookAtFolder } from '../../server/config/look-at-folder.ts';
import type { Pending } from '../../server/routes/health/health-routes.ts';
import { keepDoing } from '../prepare/reload.ts';

/** Milliseconds between two looks at the folder: at least, and at most. */
const SHORTEST_WAIT = 1_000;
const LONGEST_WAIT = 5_000;

/** A wait is as many times as long as the look took, so that looking takes 2 % of the time. */
const WAIT_PER_LOOK = 50;

/** Longest time until a change that could not be taken is tried again, in milliseconds. */
const LONGEST_RETRY = 60_000;

/** What was tried and failed: the stamp, when it is tried again, and the wait until then. */
const NO_RETRY = { stamp: '', at: 0, wait: 0 };

export interface WatchOptions {
  /** Stamp of the folder as it was last read, from before the reading; null: not known. */
  readonly taken: string | null;
  /** Reads the folder and serves it. Gives the stamp from before the reading; null: not known. */
  readonly takeOver: () => Promise<string | null>;
  /** Called when the state changes; null: the folder was read, and is served unless it has errors. */
  readonly onState: (state: Pending | null) => void;
  /** Called with the first of several equal errors. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds between two looks, for tests. */
  readonly every?: number;
}

/**
 * Looks at a configuration folder every few seconds, and calls `takeOver` when it is not the one
 * that was read. Only the folder itself is compared, so that no order of operations on it loses a
 * change. What fails is tried again: when the folder changes, else after a wait that doubles up to
 * a minute. Returns how to stop, which waits for a call under way; keeps no process alive.
 */
export function watchConfig(dir: string, options: WatchOptions): () => Promise<void> {
  const { takeOver, every } = options;
  /** Null after a failure: then nobody knows what of the change was taken. */
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
    // A folder that is written all the time, or fails at every change, keeps saying so.
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
