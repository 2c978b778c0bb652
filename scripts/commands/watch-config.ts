import { watch, type FSWatcher } from 'node:fs';

/** Milliseconds of quiet after which a change counts as whole: editors write in several steps. */
const QUIET = 300;

/** A folder whose changes are noted from the moment this is made. */
export interface ConfigWatch {
  /**
   * Calls `changed` after something under the folder was written, at once when that was before;
   * once for a burst of writes, never twice at a time; what is written meanwhile leads to one more
   * call. `failed` is told when it throws, and when the folder cannot be watched.
   */
  readonly tell: (changed: () => Promise<void>, failed: (error: unknown) => void) => void;
  /** Stops, and waits for a call under way. */
  readonly stop: () => Promise<void>;
}

/** Watches a folder. Keeps no process alive. */
export function watchConfig(dir: string): ConfigWatch {
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  let isWritten = false;
  let call = (): void => {
    isWritten = true;
  };
  const faults: unknown[] = [];
  let fail = (error: unknown): void => {
    faults.push(error);
  };
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(dir, { recursive: true, persistent: false }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => call(), QUIET);
    });
    watcher.on('error', (error) => fail(error));
  } catch (error) {
    faults.push(error);
  }
  return {
    tell: (changed, failed) => {
      call = () => {
        underWay = underWay.then(changed).catch(failed);
      };
      fail = failed;
      faults.forEach(failed);
      if (isWritten) call();
    },
    stop: () => {
      call = () => undefined;
      clearTimeout(timer);
      watcher?.close();
      return underWay;
    },
  };
}
