/**
 * The manifest: the list of the files of a backup with the hash of each file, and the hash of the
 * list.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '../../config/settings.ts';
import { hasNoRoom } from '../no-room.ts';
import type { DatasetStatus } from '../store.ts';

/**
 * Thrown for a backup that cannot be made or restored. The message gives the reason, and says how
 * to fix it.
 */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Returns the error for datasets whose data are damaged and cannot be backed up. */
export function damagedData(datasets: readonly string[]): BackupError {
  const names = datasets.map((id) => `\`${id}\``).join(', ');
  return new BackupError(
    `The stored data of ${names} cannot be read. Load them again, then make the backup: \`atlas load ${datasets.join(' ')} --force\`.`,
  );
}

export interface BackupOptions {
  /** Id of the atlas. */
  readonly atlas: string;
  /** The environment for the programs of PostgreSQL. */
  readonly env: Environment;
  /**
   * Called with a sentence when something damaged was moved aside. By default, the sentence is
   * ignored.
   */
  readonly report?: (line: string) => void;
  /**
   * Writes more files into the folder of a backup, before its manifest. Returns their names. A restore
   * of the store ignores them.
   */
  readonly more?: () => Promise<readonly string[]>;
}

/** One file of a backup. */
export interface BackupFile {
  /** File name in the folder of the backup. */
  readonly name: string;
  readonly bytes: number;
  /** The hash, hexadecimal. */
  readonly sha256: string;
}

export interface BackupManifest {
  readonly format: 1;
  /** The kind of store; a backup can be restored into the same kind only. */
  readonly store: 'sqlite' | 'postgis';
  /** Version of the layout. It is increased when the layout of the files changes. */
  readonly layout: number;
  /** Id of the atlas. */
  readonly atlas: string;
  readonly datasets: readonly {
    /** The version file; only for the embedded store. */
    readonly file?: string;
    readonly status: DatasetStatus;
  }[];
  readonly files: readonly BackupFile[];
}

const FORMAT = 1;
const NAME = 'manifest.json';

/**
 * Creates the folder of a backup, readable for its owner only, and fills it. If that fails, its content
 * is removed. Throws `BackupError` when the folder is not empty or the disk is full.
 */
export async function inBackupFolder<T>(dir: string, fill: () => Promise<T>): Promise<T> {
  const made = await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw withoutRoom(dir, error);
  });
  if ((await readdir(dir)).length > 0)
    throw new BackupError(`The folder \`${dir}\` is not empty. Choose a new or empty one.`);
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
    `The disk of \`${dir}\` is full, so the backup was removed. Free disk space, or choose a folder on another disk.`,
    { cause: error },
  );
}

/** Describes a file in the folder. */
export async function describeFile(dir: string, name: string): Promise<BackupFile> {
  const path = join(dir, name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** Writes the manifest last, so that a backup with a manifest is complete. */
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
 * Reads a backup and compares every file with the manifest. Throws `BackupError` with all faults when
 * it is damaged, incomplete, or of another store, atlas or layout.
 */
export async function readBackup(
  dir: string,
  here: Pick<BackupManifest, 'store' | 'layout' | 'atlas'>,
): Promise<BackupManifest> {
  const manifest = await readManifest(dir);
  const foreign = [
    manifest.store === here.store
      ? null
      : `it was made from ${STORES[manifest.store]}, but this atlas uses ${STORES[here.store]}, which \`atlas load\` fills from the configuration`,
    manifest.atlas === here.atlas
      ? null
      : `it is of the atlas \`${manifest.atlas}\`, but this atlas is \`${here.atlas}\``,
    // Each store has its own layout numbers.
    manifest.layout === here.layout || manifest.store !== here.store
      ? null
      : `its files have layout ${manifest.layout}, but this version of the program reads layout ${here.layout}`,
  ].filter((reason) => reason !== null);
  if (foreign.length > 0)
    throw new BackupError(`The backup cannot be restored here: ${foreign.join('; ')}.`);
  const faults: string[] = [];
  for (const file of manifest.files) {
    const found = await describeFile(dir, file.name).catch(() => null);
    if (!found) faults.push(`\`${file.name}\` is missing or cannot be read`);
    else if (found.bytes !== file.bytes)
      faults.push(`\`${file.name}\` has ${found.bytes} bytes instead of ${file.bytes}`);
    else if (found.sha256 !== file.sha256) faults.push(`\`${file.name}\` has different content`);
  }
  if (faults.length > 0)
    throw new BackupError(`The backup is damaged: ${faults.join('; ')}. Nothing was changed.`);
  return manifest;
}

const STORES = { sqlite: 'the embedded store', postgis: 'PostGIS' } as const;

async function readManifest(dir: string): Promise<BackupManifest> {
  const text = await readFile(join(dir, NAME), 'utf8').catch(() => {
    throw new BackupError(
      `\`${dir}\` is not a complete backup: \`${NAME}\`, which is written last, is missing.`,
    );
  });
  const parsed = parse(text);
  if (!parsed) throw new BackupError(`The backup is damaged: \`${NAME}\` was changed.`);
  return parsed;
}

function parse(text: string): BackupManifest | null {
  try {
    const { sha256, manifest } = JSON.parse(text) as { sha256: string; manifest: BackupManifest };
    const valid =
      sha256 === sealOf(manifest) &&
      manifest.format === FORMAT &&
      // A file name must not contain a folder, which could lead out of the backup.
      manifest.files.every(({ name }) => /^[a-z0-9@][a-z0-9@.-]*$/.test(name));
    return valid ? manifest : null;
  } catch {
    return null;
  }
}

function sealOf(manifest: BackupManifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
