import type { AtlasModel, Dataset } from 'atlas-engine';
import type { ActiveService } from '../../server/services/service-settings.ts';

/** Longest time between two calls, in milliseconds, so that a failed service is requested again. */
const LONGEST_WAIT = 3_600_000;

/**
 * Returns the datasets that a running server requests again from services, and their copies for
 * projects.
 */
export function reloadedDatasets(
  model: AtlasModel,
  services: ReadonlyMap<string, ActiveService>,
): readonly Dataset[] {
  return [...model.datasets.values()].filter(
    ({ load }) =>
      load.kind === 'service' && load.every !== undefined && services.has(load.service.id),
  );
}

/**
 * Calls `reload` repeatedly, each time after the shortest of the waits in milliseconds, and
 * `failed` if it throws. Returns a function that stops and waits for the call in progress.
 */
export function keepReloading(
  waits: readonly number[],
  reload: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  if (waits.length === 0) return async () => undefined;
  return keepDoing(reload, Math.min(LONGEST_WAIT, ...waits), failed);
}

/**
 * Calls `job` repeatedly, each time after `wait` milliseconds, and `failed` if it throws. If `wait`
 * is a function, it is called each time. Returns a function that stops and waits for the call in
 * progress.
 */
export function keepDoing(
  job: () => Promise<void>,
  wait: number | (() => number),
  failed: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let underWay = Promise.resolve();
  let timer: NodeJS.Timeout;
  const turn = async (): Promise<void> => {
    try {
      await job();
    } catch (error) {
      failed(error);
    }
    if (!stopped) next();
  };
  const next = (): void => {
    timer = setTimeout(
      () => {
        underWay = turn();
      },
      typeof wait === 'number' ? wait : wait(),
    );
    timer.unref();
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return underWay;
  };
}
