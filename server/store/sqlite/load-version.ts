/** Writes versions to a data folder, one load at a time across all processes. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DatasetStatus } from '../store.ts';
import type { LoadedFeature, VersionDraft, VersionWriter } from '../writer.ts';
import { waitForLock, type FileLock } from './locks.ts';
import { inWords, writing } from './store-errors.ts';
import { VersionBuilder } from './version-builder.ts';
import type { Versions } from './versions.ts';

const LOAD_WAIT_MILLISECONDS = 60_000;

/**
 * Waits for the lock of loads of a data folder. While it is held, files without a pointer are unused.
 * Throws `StoreBusy` after a minute, `StoreFull` when the disk is too full for the lock.
 */
export async function lockLoads(dataDir: string): Promise<FileLock> {
  try {
    return await waitForLock(
      join(dataDir, 'load.lock'),
      LOAD_WAIT_MILLISECONDS,
      'Another load has been writing to this data folder for a minute. Try again when it is done.',
    );
  } catch (error) {
    throw inWords(error);
  }
}

/** Begins a version. The lock of loads is released when the version is published or abandoned. */
export function beginVersion(
  draft: VersionDraft,
  { versions, lock }: { readonly versions: Versions; readonly lock: FileLock },
): VersionWriter {
  const name = `${draft.dataset}.${randomBytes(8).toString('hex')}.sqlite`;
  const builder = new VersionBuilder(versions.pathOf(`${name}.building`), draft);
  const publish = (status: DatasetStatus): void => {
    try {
      builder.finish(versions.pathOf(name));
      versions.point(draft.dataset, { file: name, status });
    } catch (error) {
      builder.discard();
      throw error;
    } finally {
      try {
        // Files are also removed after a version that was not published, to free its disk space.
        versions.sweep();
      } finally {
        lock.release();
      }
    }
  };
  return {
    write: async (features: Iterable<LoadedFeature>) =>
      writing(() => {
        for (const feature of features) builder.add(feature);
      }),
    writeThinned: async (index, tiles) => writing(() => builder.addThinned(index, tiles)),
    writeRaster: async (raster) => writing(() => builder.addRaster(raster)),
    publish: async (status) => writing(() => publish(status)),
    abandon: async () => {
      builder.discard();
      lock.release();
    },
  };
}
