/** Backups of the PostGIS store with the programs of PostgreSQL: one schema, in one transaction. */
import { present } from 'atlas-engine/runtime';
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '../../config/settings.ts';
import { openStore, type Store, type StorePlace } from '../open-store.ts';
import { withLoadLock } from '../postgis/load-lock.ts';
import { withoutServers } from '../postgis/server-lock.ts';
import { MIGRATION_NUMBER } from '../postgis/migrations.ts';
import { quoteName } from '../postgis/version-tables.ts';
import {
  BackupError,
  damagedData,
  describeFile,
  inBackupFolder,
  readBackup,
  writeManifest,
  type BackupManifest,
  type BackupOptions,
} from './manifest.ts';

type PostgisPlace = Extract<StorePlace, { databaseUrl: string }>;

const DUMP = 'schema.dump';

/**
 * Writes the schema of the store to a folder, also while servers run. Loads wait until it is done, so
 * that they drop no table during the dump.
 */
export async function backUpPostgis(
  place: PostgisPlace,
  dir: string,
  options: BackupOptions,
): Promise<BackupManifest> {
  return inBackupFolder(dir, () => dump(place, dir, options));
}

async function dump(
  place: PostgisPlace,
  dir: string,
  { atlas, env, more }: BackupOptions,
): Promise<BackupManifest> {
  const schema = place.schema ?? 'atlas';
  const store = await openPrimary(place);
  try {
    return await withLoadLock(place.databaseUrl, async () => {
      const statuses = await store.statuses();
      const damaged = (await store.damaged?.()) ?? [];
      if (damaged.length > 0) throw damagedData(damaged);
      const { child, done } = spawnProgram('pg_dump', { place, env }, [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        `--schema=${quoteName(schema)}`,
      ]);
      const file = createWriteStream(join(dir, DUMP), { flags: 'wx', mode: 0o600, flush: true });
      const [written, dumped] = await Promise.allSettled([pipeline(child.stdout, file), done]);
      // When the output cannot be written, the program also fails. The write error is reported,
      // because it is the cause.
      if (written.status === 'rejected') throw written.reason;
      if (dumped.status === 'rejected') throw dumped.reason;
      const manifest: BackupManifest = {
        format: 1,
        store: 'postgis',
        layout: MIGRATION_NUMBER,
        atlas,
        datasets: statuses.map((status) => ({ status })),
        files: await Promise.all(
          [DUMP, ...((await more?.()) ?? [])].map((name) => describeFile(dir, name)),
        ),
      };
      await writeManifest(dir, manifest);
      return manifest;
    });
  } finally {
    await store.close();
  }
}

/**
 * Replaces the whole schema by a backup, in one transaction. Throws `BackupError` for an invalid backup
 * or one that PostgreSQL refuses, and `StoreBusy` while servers run; the schema is then unchanged.
 */
export async function restorePostgis(
  place: PostgisPlace,
  dir: string,
  { atlas, env }: BackupOptions,
): Promise<BackupManifest> {
  const schema = quoteName(place.schema ?? 'atlas');
  const manifest = await readBackup(dir, { store: 'postgis', layout: MIGRATION_NUMBER, atlas });
  // Reports a missing database with advice, and creates the extension.
  await (await openPrimary(place)).close();
  await withoutServers(place.databaseUrl, () =>
    withLoadLock(place.databaseUrl, () => replaceSchema(place, dir, { schema, env })),
  );
  return manifest;
}

async function replaceSchema(
  place: PostgisPlace,
  dir: string,
  { schema, env }: { readonly schema: string; readonly env: Environment },
): Promise<void> {
  const script = spawnProgram('pg_restore', { place, env }, [
    '--no-owner',
    '--no-privileges',
    '--file=-',
    join(dir, DUMP),
  ]);
  const database = spawnProgram('psql', { place, env }, [
    '--no-psqlrc',
    '--quiet',
    '--single-transaction',
    '--set=ON_ERROR_STOP=1',
    '--output=/dev/null',
    `--command=DROP SCHEMA IF EXISTS ${schema} CASCADE`,
    '--file=-',
  ]);
  script.child.stdout.pipe(database.child.stdin);
  // When psql stops early, pg_restore also fails. The error of psql is reported, because it is the
  // cause.
  database.child.stdin.on('error', () => undefined);
  const [read, written] = await Promise.allSettled([script.done, database.done]);
  if (written.status === 'rejected') throw written.reason;
  if (read.status === 'rejected') throw read.reason;
}

/** Opens the primary database, because a replica may lag behind. */
function openPrimary({ databaseUrl, schema }: PostgisPlace): Promise<Store> {
  return openStore(present({ databaseUrl, schema }));
}

interface Connection {
  readonly place: PostgisPlace;
  readonly env: Environment;
}

function spawnProgram(name: string, { place, env }: Connection, args: readonly string[]) {
  const child = spawn(name, args, {
    // Not on the command line, where other users of the machine could read the password.
    env: { ...env, ...connectionOf(place.databaseUrl) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', () =>
      reject(
        new BackupError(
          `The program \`${name}\` was not found. Install the PostgreSQL client programs, in the version of the server or newer.`,
        ),
      ),
    );
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new BackupError(`\`${name}\` failed, and nothing was changed: ${said.trim()}`)),
    );
  });
  // Prevents an unhandled rejection while the other program is awaited first.
  done.catch(() => undefined);
  return { child, done };
}

/** Returns the libpq variables for an address (PostgreSQL manual, "Environment Variables"). */
function connectionOf(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  const given = {
    PGHOST: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}
