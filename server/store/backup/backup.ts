import type { StorePlace } from '../open-store.ts';
import type { BackupManifest, BackupOptions } from './manifest.ts';

/**
 * Writes the whole content of a store to a new or empty folder, also while a server runs. Throws
 * `BackupError`.
 */
export async function backUp(
  place: StorePlace,
  dir: string,
  options: BackupOptions,
): Promise<BackupManifest> {
  if ('databaseUrl' in place) {
    const { backUpPostgis } = await import('./postgis-backup.ts');
    return backUpPostgis(place, dir, options);
  }
  const { backUpSqlite } = await import('./sqlite-backup.ts');
  return backUpSqlite(place.dataDir, dir, options);
}

/**
 * Replaces the whole content of a store by a backup. Throws `BackupError` for a backup that is damaged
 * or of another atlas or store, and `StoreBusy` while a server runs; the store is then unchanged.
 */
export async function restore(
  place: StorePlace,
  dir: string,
  { atlas, env, report = () => undefined }: BackupOptions,
): Promise<BackupManifest> {
  if ('databaseUrl' in place) {
    const { restorePostgis } = await import('./postgis-backup.ts');
    return restorePostgis(place, dir, { atlas, env });
  }
  const { restoreSqlite } = await import('./sqlite-backup.ts');
  return restoreSqlite(place.dataDir, dir, { atlas, report });
}
