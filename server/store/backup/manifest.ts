/** The list of what a backup holds, with the hash of each file and of itself. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '../../config/settings.ts';
import { hasNoRoom } from '../no-room.ts';
import type { DatasetStatus } from '../store.ts';

/** A backup that cannot be made or restored; the message says why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** What is said of datasets that a backup would hold damaged. */
export function damagedData(datasets: readonly string[]): BackupError {
  const names = datasets.map((id) => `\`${id}\``).join(', ');
  return new BackupError(
    `The stored data of ${names} cannot be read. Load them again, then make the backup: \`atlas load ${datasets.join(' ')} --force\`.`,
  );
}

export interface BackupOptions {
  /** Id of the atlas. */
  readonly atlas: string;
  /** What the programs of PostgreSQL run in. */
  readonly env: Environment;
  /** Is given a sentence when something damaged was set aside; default: nobody. */
  readonly tell?: (line: string) => void;
}

/** One file of a backup. */
export interface BackupFile {
  /** Name in the folder of the backup. */
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface BackupManifest {
  readonly format: 1;
  /** Which store it was made of; it can be restored into the same kind only. */
  readonly store: 'sqlite' | 'postgis';
  /** Raised when what the files hold is laid out otherwise. */
  readonly layout: number;
  /** Id of the atlas. */
  readonly atlas: string;
  readonly datasets: readonly {
    /** Of the embedded store: the file of its version. */
    readonly file?: string;
    readonly status: DatasetStatus;
  }[];
  readonly files: readonly BackupFile[];
}

const FORMAT = 1;
const NAME = 'manifest.json';

/**
 * Makes the folder of a backup, for its owner only, and has it filled; when that fails nothing of it
 * is left. Throws `BackupError` when something is in it already, or when there is no room.
 */
export async function inBackupFolder<T>(dir: string, fill: () => Promise<T>): Promise<T> {
  const made = await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw withoutRoom(dir, error);
  });
  if ((await readdir(dir)).length > 0)
    throw new BackupError(`The folder \`${dir}\` is not empty. Name one that is new or empty.`);
  try {
    return await fill();
  } catch (error) {
    for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true });
    if (made !== undefined) await rm(made, { recursive: true });
    throw withoutRoom(dir, error);
  }
}

function withoutRoom(dir: string, error: unknown): unknown {
  if (!hasNoRoom(error)) return error;
  return new BackupError(
    `There is no room for the backup on the disk of \`${dir}\`. Nothing of it was kept. Make room, or name a folder on another disk.`,
    { cause: error },
  );
}

/** Describes a file that lies in the folder. */
export async function describeFile(dir: string, name: string): Promise<BackupFile> {
  const path = join(dir, name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** Writes the manifest, last of all: a backup without one is not complete. */
export async function writeManifest(dir: string, manifest: BackupManifest): Promise<void> {
  const text = JSON.stringify({ sha256: sealOf(manifest), manifest }, null, 1);
  const aside = await open(join(dir, `${NAME}.part`), 'wx', 0o600);
  try {
    await aside.writeFile(text);
    await aside.sync();
  } finally {
    await aside.close();
  }
  await rename(join(dir, `${NAME}.part`), join(dir, NAME));
}

/**
 * Reads a backup and holds every file against the manifest. Throws `BackupError` with all that is
 * wrong when it is damaged, not complete, of another store, atlas or layout.
 */
export async function readBackup(
  dir: string,
  here: Pick<BackupManifest, 'store' | 'layout' | 'atlas'>,
): Promise<BackupManifest> {
  const manifest = await readManifest(dir);
  const foreign = [
    manifest.store === here.store
      ? null
      : `it was made of ${STORES[manifest.store]}, but this atlas uses ${STORES[here.store]}, which \`atlas load\` fills from the configuration`,
    manifest.atlas === here.atlas
      ? null
      : `it is of the atlas \`${manifest.atlas}\`, but this one is \`${here.atlas}\``,
    // Each store counts its layouts by itself.
    manifest.layout === here.layout || manifest.store !== here.store
      ? null
      : `its files are of layout ${manifest.layout}, but this version of the program reads ${here.layout}`,
  ].filter((reason) => reason !== null);
  if (foreign.length > 0)
    throw new BackupError(`The backup does not belong here: ${foreign.join('; ')}.`);
  const faults: string[] = [];
  for (const file of manifest.files) {
    const found = await describeFile(dir, file.name).catch(() => null);
    if (!found) faults.push(`\`${file.name}\` is missing or cannot be read`);
    else if (found.bytes !== file.bytes)
      faults.push(`\`${file.name}\` has ${found.bytes} bytes instead of ${file.bytes}`);
    else if (found.sha256 !== file.sha256) faults.push(`\`${file.name}\` has another content`);
  }
  if (faults.length > 0)
    throw new BackupError(`The backup is damaged: ${faults.join('; ')}. Nothing was changed.`);
  return manifest;
}

const STORES = { sqlite: 'the embedded store', postgis: 'PostGIS' } as const;

async function readManifest(dir: string): Promise<BackupManifest> {
  const text = await readFile(join(dir, NAME), 'utf8').catch(() => {
    throw new BackupError(
      `\`${dir}\` holds no complete backup: \`${NAME}\` is missing. It is written last.`,
    );
  });
  const parsed = parse(text);
  if (!parsed) throw new BackupError(`The backup is damaged: \`${NAME}\` was changed.`);
  return parsed;
}

function parse(text: string): BackupManifest | null {
  try {
    const { sha256, manifest } = JSON.parse(text) as { sha256: string; manifest: BackupManifest };
    const sound =
      sha256 === sealOf(manifest) &&
      manifest.format === FORMAT &&
      // A name of a folder would lead out of the backup.
      manifest.files.every(({ name }) => /^[a-z0-9@][a-z0-9@.-]*$/.test(name));
    return sound ? manifest : null;
  } catch {
    return null;
  }
}

function sealOf(manifest: BackupManifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
