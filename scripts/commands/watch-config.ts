import { watch } from 'node:fs';

/** Milliseconds of quiet after which a change counts as whole: editors write in several steps. */
const QUIET = 300;

/**
 * Calls `changed` after something under a folder was written, once for a burst of writes, never twice
 * at a time; what is written meanwhile leads to one more call. `failed` is told when it throws.
 * Returns how to stop, which waits for a call under way.
 */
export function watchConfig(
  dir: string,
  changed: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  let stopped = false;
  const watcher = watch(dir, { recursive: true }, () => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      underWay = underWay.then(changed).catch(failed);
    }, QUIET);
  });
  watcher.on('error', failed);
  return () => {
    stopped = true;
    clearTimeout(timer);
    watcher.close();
    return underWay;
  };
}
