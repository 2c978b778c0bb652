import { ConfigFolderError } from '../../server/config/config-folder-error.ts';
import { statFolder } from '../../server/config/stat-folder.ts';
import type { Pending } from '../../server/routes/health/health-routes.ts';
import { keepDoing } from '../prepare/reload.ts';

/** Minimum and maximum milliseconds between two checks of the folder. */
const SHORTEST_WAIT = 1_000;
const LONGEST_WAIT = 5_000;

/**
 * The wait between two checks as a multiple of the duration of a check, so that checks take 2 % of
 * the time.
 */
const WAIT_PER_COMPARISON = 50;

/** Longest wait before a failed change is tried again, in milliseconds. */
const LONGEST_RETRY = 60_000;

/**
 * Milliseconds since the first change that is not served, after which newer texts no longer end a
 * load. Otherwise texts that are saved every few seconds would never be loaded.
 */
const PATIENCE = 300_000;

/**
 * The state in which no retry is due: the stamp of the folder when reading failed, the time of the
 * next try, and the wait before it, both in milliseconds.
 */
const NO_RETRY = { stamp: '', at: 0, wait: 0 };

/** The texts of a folder that were checked. */
export interface Checked {
  /** Stamp of the texts from before they were read; null if unknown. */
  readonly texts: string | null;
  readonly isValid: boolean;
}

/** A load in progress. */
export interface Load {
  /** Aborted when the load must end, because newer texts replace it. */
  readonly signal: AbortSignal;
  /** True when newer valid texts have been checked; the configuration of the load is not served. */
  readonly isOutdated: boolean;
}

/** A folder that was read and loaded. */
export interface Taken {
  /** Stamps of the folder and of its texts from before it was read; null if unknown. */
  readonly stamp: string | null;
  readonly texts: string | null;
  readonly hasErrors: boolean;
}

export interface WatchOptions {
  /** Stamps of the folder and of its texts from before they were last read; null if unknown. */
  readonly taken: string | null;
  readonly texts: string | null;
  /**
   * Checks the texts and serves them over the loaded data if they are stricter, or with `anyway` in
   * any case. It must be fast, also beside a load.
   */
  readonly check: (by: { readonly anyway: boolean }) => Promise<Checked>;
  /** Reads, loads and serves the folder. */
  readonly takeOver: (load: Load) => Promise<Taken>;
  /**
   * Called when the state changes. Null means that the folder was read, and is served unless its data
   * have errors.
   */
  readonly onState: (state: Pending | null) => void;
  /** Called with an error, but not again for the same error. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds between two checks of the folder, for tests. */
  readonly every?: number;
  /** Replaces `PATIENCE`, for tests. */
  readonly patience?: number;
}

/**
 * Checks a configuration folder every few seconds, and calls `check` and `takeOver` if it has changed
 * since it was read. It compares the state of the folder, not events, so no change is missed. When the
 * texts change during a load, they are checked at once, and the load is ended and begun anew. A
 * failure is tried again when the folder changes, or after a wait that doubles up to a minute. Returns
 * a function that stops and waits for a call in progress. Does not keep the process running.
 */
export function watchConfig(dir: string, options: WatchOptions): () => Promise<void> {
  const watch = new ConfigWatch(dir, options);
  const stop = keepDoing(
    () => watch.compare(),
    () => watch.wait,
    (error) => watch.failed(error),
  );
  return async () => {
    await stop();
    await watch.settled();
  };
}

/** The load that `ConfigWatch` has begun. */
interface Running extends Load {
  readonly abort: AbortController;
  isOutdated: boolean;
  readonly done: Promise<void>;
}

class ConfigWatch {
  readonly #dir: string;
  readonly #options: WatchOptions;
  /** Null after a failure, because it is then unknown which part of the change was applied. */
  #taken: string | null;
  /** The stamps of the texts and of the folder when the texts were last checked. */
  #checked: Checked & { readonly all: string | null };
  /** The time of the first change that is not served. */
  #since: number | null = null;
  #running: Running | null = null;
  /** True when a load has ended whose configuration is not served. */
  #isOverdue = false;
  #wait: number;
  #retry = NO_RETRY;
  #state: Pending | null = null;
  #lastError = '';

  constructor(dir: string, options: WatchOptions) {
    this.#dir = dir;
    this.#options = options;
    this.#taken = options.taken;
    this.#checked = { texts: options.texts, isValid: true, all: null };
    this.#wait = options.every ?? SHORTEST_WAIT;
  }

  /** Milliseconds until the next comparison. */
  get wait(): number {
    return this.#wait;
  }

  /** Compares the folder with what was read of it. */
  async compare(): Promise<void> {
    const start = performance.now();
    const { all, texts } = await statFolder(this.#dir);
    const took = performance.now() - start;
    const { every } = this.#options;
    this.#wait =
      every ?? Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, WAIT_PER_COMPARISON * took));
    if (this.#running) {
      await this.#compareBeside(this.#running, texts.stamp, all.stamp);
      this.#become(this.#checked.isValid ? 'loading' : 'errors');
    } else if (all.stamp !== this.#taken || !this.#isChecked(texts.stamp, all.stamp))
      // A load that ended with errors may have read texts that are newer than the checked ones.
      await this.#take(texts.stamp, all.stamp);
    else this.#become(this.#checked.isValid ? null : 'errors');
  }

  /** Notes that the folder could not be read. */
  failed(error: unknown): void {
    this.#retry = NO_RETRY;
    this.#fail(error);
  }

  /** Waits for the load in progress. */
  async settled(): Promise<void> {
    await this.#running?.done;
  }

  /** Checks texts that changed during a load. */
  async #compareBeside(running: Running, texts: string, all: string): Promise<void> {
    if (this.#isChecked(texts, all)) return;
    await this.#check(texts, all);
    // Texts with errors do not end the load of the last valid ones.
    if (!this.#checked.isValid) return;
    running.isOutdated = true;
    const { patience = PATIENCE } = this.#options;
    if (performance.now() - (this.#since ?? 0) < patience) running.abort.abort();
  }

  /** Checks the texts, then begins to load the folder. */
  async #take(texts: string, all: string): Promise<void> {
    const isRetry = all === this.#retry.stamp;
    if (isRetry && performance.now() < this.#retry.at) return;
    // The state does not change for a folder that is being written all the time, or that fails at
    // every change.
    if (!isRetry && this.#state !== 'being-written' && this.#state !== 'failed')
      this.#become('loading');
    this.#taken = null;
    this.#since ??= performance.now();
    try {
      if (this.#isOverdue || !this.#isChecked(texts, all)) await this.#check(texts, all);
      if (!this.#checked.isValid) this.#become('errors');
    } catch (error) {
      return this.#tryAgain(all, error);
    }
    const abort = new AbortController();
    const running = { abort, signal: abort.signal, isOutdated: false };
    const done = this.#options
      .takeOver(running)
      .then(
        (taken) => this.#loaded(running, taken, { texts, all }),
        (error: unknown) => this.#ended(running, all, error),
      )
      .finally(() => (this.#running = null));
    this.#running = Object.assign(running, { done });
  }

  #isChecked(texts: string, all: string): boolean {
    const { isValid, texts: last, all: whole } = this.#checked;
    // Whether texts are valid may also depend on the other files.
    return isValid ? texts === last : all === whole;
  }

  async #check(texts: string, all: string): Promise<void> {
    const anyway = this.#isOverdue;
    const checked = await this.#options.check({ anyway });
    this.#checked = { texts: checked.texts ?? texts, isValid: checked.isValid, all };
    // A load may have ended during the check; the next check then serves its texts.
    if (!anyway) return;
    if (checked.isValid) this.#since = performance.now();
    this.#isOverdue = false;
  }

  #loaded(
    { isOutdated, signal }: Load,
    taken: Taken,
    before: { readonly texts: string; readonly all: string },
  ): void {
    this.#retry = NO_RETRY;
    if (isOutdated) {
      this.#isOverdue = !signal.aborted;
      return;
    }
    const all = taken.stamp ?? before.all;
    this.#taken = all;
    this.#since = null;
    // Data files and texts may have changed since the check.
    if (!taken.hasErrors)
      this.#checked = { texts: taken.texts ?? before.texts, isValid: true, all };
    this.#become(this.#checked.isValid ? null : 'errors');
  }

  #ended({ isOutdated }: Load, all: string, error: unknown): void {
    if (!isOutdated) this.#tryAgain(all, error);
  }

  #tryAgain(all: string, error: unknown): void {
    const isRetry = all === this.#retry.stamp;
    const wait = isRetry ? Math.min(LONGEST_RETRY, 2 * this.#retry.wait) : this.#wait;
    this.#retry = { stamp: all, at: performance.now() + wait, wait };
    this.#fail(error);
  }

  #become(next: Pending | null): void {
    if (next !== this.#state) this.#options.onState((this.#state = next));
    if (next === null) this.#lastError = '';
  }

  #fail(error: unknown): void {
    this.#become(error instanceof ConfigFolderError ? error.fault : 'failed');
    if (String(error) === this.#lastError) return;
    this.#lastError = String(error);
    this.#options.failed(error);
  }
}
