import type { Store, StorePlace } from './store-place.ts';

export type { Store, StorePlace } from './store-place.ts';

/**
 * Opens the store at a place: SQLite files in a folder, or PostgreSQL with PostGIS. `report` is called
 * with a sentence when something damaged was moved aside.
 */
export async function openStore(
  place: StorePlace,
  report: (line: string) => void = () => undefined,
): Promise<Store> {
  if ('databaseUrl' in place) {
    const { openPostgisStore } = await import('./postgis/postgis-store.ts');
    return openPostgisStore(place);
  }
  const { openSqliteStore } = await import('./sqlite/sqlite-store.ts');
  return openSqliteStore(place, report);
}
