import type { StorePlace } from '../open-store.ts';
import type { BackupManifest, BackupOptions } from './manifest.ts';

/**
 * Writes everything a store holds into a new or empty folder, also while a server runs. Throws
 * `BackupError`.
 */
export async function backUp(
  place: StorePlace,
  dir: string,
  { atlas, env }: BackupOptions,
): Promise<BackupManifest> {
  if ('databaseUrl' in place) {
    const { backUpPostgis } = await import('./postgis-backup.ts');
    return backUpPostgis(place, dir, { atlas, env });
  }
  const { backUpSqlite } = await import('./sqlite-backup.ts');
  return backUpSqlite(place.dataDir, dir, atlas);
}

/**
 * Puts a backup in the place of everything a store holds. Throws `BackupError` with what is wrong
 * for one that is damaged or of another atlas or store, `StoreBusy` while a server runs; nothing has
 * changed then.
 */
export async function restore(
  place: StorePlace,
  dir: string,
  { atlas, env, tell = () => undefined }: BackupOptions,
): Promise<BackupManifest> {
  if ('databaseUrl' in place) {
    const { restorePostgis } = await import('./postgis-backup.ts');
    return restorePostgis(place, dir, { atlas, env });
  }
  const { restoreSqlite } = await import('./sqlite-backup.ts');
  return restoreSqlite(place.dataDir, dir, { atlas, tell });
}
