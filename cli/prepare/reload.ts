import type { AtlasModel, Dataset } from 'atlas-engine';
import type { ActiveService } from '../../server/services/service-settings.ts';

/** Longest time between two looks, in milliseconds: a service that failed is asked again by then. */
const LONGEST_WAIT = 3_600_000;

/** The datasets that a running server asks services for again, with their copies cut to projects. */
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
 * Calls `reload` after the shortest of the waits, in milliseconds, one call after the other, and tells `failed` when it throws. Returns how to stop, which waits for a call under way.
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
 * Calls `job` after each `wait` milliseconds, one call after the other, and tells `failed` when it
 * throws. A `wait` that is a function is asked after each call. Returns how to stop, which waits for
 * a call under way.
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
