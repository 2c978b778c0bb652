/** Backups of the embedded store: its version files never change, so they are copied. */
import { createWriteStream, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { copyFile, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasNoRoom } from '../no-room.ts';
import { StoreBusy } from '../writer.ts';
import { DamagedFile } from '../sqlite/damaged-file.ts';
import { damagedVersions } from '../sqlite/damaged-versions.ts';
import { isFull } from '../sqlite/driver.ts';
import { tryLock, waitForLock } from '../sqlite/locks.ts';
import { openPointers } from '../sqlite/open-pointers.ts';
import { Pointers, type Pointer } from '../sqlite/pointers.ts';
import { setAside } from '../sqlite/set-aside.ts';
import { sweepVersions } from '../sqlite/sweep-versions.ts';
import { syncToDisk } from '../sqlite/version-builder.ts';
import { FILE_LAYOUT } from '../sqlite/version-file.ts';
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

const MAX_ATTEMPTS = 10;
const LOAD_WAIT_MILLISECONDS = 60_000;

interface Opened {
  readonly pointer: Pointer;
  readonly handle: FileHandle;
}

/**
 * Copies the current versions to a folder, also while a server runs and loads. All files are opened for
 * one state of the pointers; an open file stays readable when a load replaces it.
 */
export async function backUpSqlite(
  dataDir: string,
  dir: string,
  options: BackupOptions,
): Promise<BackupManifest> {
  if (!existsSync(join(dataDir, 'pointers.sqlite')))
    throw new BackupError(`There is no store in \`${dataDir}\`. Run \`atlas load\` first.`);
  return inBackupFolder(dir, () => copyVersions(dataDir, dir, options));
}

async function copyVersions(
  dataDir: string,
  dir: string,
  { atlas, more }: BackupOptions,
): Promise<BackupManifest> {
  const opened = await openVersions(dataDir);
  try {
    for (const { pointer, handle } of opened)
      await pipeline(
        handle.createReadStream({ autoClose: false, start: 0 }),
        createWriteStream(join(dir, pointer.file), { flags: 'wx', mode: 0o600, flush: true }),
      ).catch((error: NodeJS.ErrnoException) => {
        throw UNREADABLE.has(error.code) ? damaged([pointer]) : error;
      });
  } finally {
    for (const { handle } of opened) await handle.close();
  }
  const copies = new Map(opened.map(({ pointer }) => [join(dir, pointer.file), pointer]));
  const wrong = damagedVersions(copies.keys(), { whole: true });
  if (wrong.size > 0) throw damaged([...wrong].map((path) => copies.get(path)!));
  const manifest: BackupManifest = {
    format: 1,
    store: 'sqlite',
    layout: FILE_LAYOUT,
    atlas,
    datasets: opened.map(({ pointer }) => pointer),
    files: await Promise.all(
      [...opened.map(({ pointer }) => pointer.file), ...((await more?.()) ?? [])].map((name) =>
        describeFile(dir, name),
      ),
    ),
  };
  await writeManifest(dir, manifest);
  return manifest;
}

async function openVersions(dataDir: string): Promise<Opened[]> {
  for (let attempt = 1; ; attempt++) {
    const pointers = existingPointers(dataDir);
    const opened: Opened[] = [];
    const gone: Pointer[] = [];
    try {
      for (const pointer of pointers.all().values()) {
        const handle = await openVersion(join(dataDir, 'versions', pointer.file));
        if (handle) opened.push({ pointer, handle });
        else gone.push(pointer);
      }
    } catch (error) {
      for (const { handle } of opened) await handle.close();
      throw error;
    } finally {
      pointers.close();
    }
    if (gone.length === 0) return opened;
    for (const { handle } of opened) await handle.close();
    // If attempts remain, a load has probably replaced the file since the pointers were read.
    if (attempt === MAX_ATTEMPTS) throw damaged(gone);
  }
}

/** Returns null when the file does not exist. */
function openVersion(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function existingPointers(dataDir: string): Pointers {
  try {
    return new Pointers(join(dataDir, 'pointers.sqlite'));
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    throw new BackupError(
      `The list of loaded datasets, \`pointers.sqlite\` in \`${dataDir}\`, cannot be read. Stop the server, then run \`atlas load\`: it moves the list aside and loads everything again.`,
      { cause: error },
    );
  }
}

/** Error codes of the operating system for a file that can be opened but not read. */
const UNREADABLE: ReadonlySet<unknown> = new Set(['EISDIR', 'EIO']);

function damaged(pointers: readonly Pointer[]): BackupError {
  return damagedData(pointers.map(({ status }) => status.dataset));
}

/**
 * Replaces the whole content of the store by a backup, with one change of the pointers. Throws
 * `BackupError` for an invalid backup and `StoreBusy` while a server runs; the store is then unchanged.
 */
export async function restoreSqlite(
  dataDir: string,
  dir: string,
  { atlas, report }: { readonly atlas: string; readonly report: (line: string) => void },
): Promise<BackupManifest> {
  const manifest = await readBackup(dir, { store: 'sqlite', layout: FILE_LAYOUT, atlas });
  const versions = join(dataDir, 'versions');
  mkdirSync(versions, { recursive: true, mode: 0o700 });
  const server = tryLock(join(dataDir, 'server.lock'));
  if (!server)
    throw new StoreBusy('A server uses this data folder. Stop it, then restore the backup.');
  try {
    const load = await waitForLock(
      join(dataDir, 'load.lock'),
      LOAD_WAIT_MILLISECONDS,
      'A load has been writing to this data folder for a minute. Try again when it is done.',
    );
    const copied: string[] = [];
    const pointers = openPointers(dataDir, { isServer: true, report });
    try {
      const ofStore = new Set(manifest.datasets.map(({ file }) => file));
      for (const { name, sha256 } of manifest.files.filter((file) => ofStore.has(file.name))) {
        const place = join(versions, name);
        const there = await describeFile(versions, name).catch(() => null);
        if (there?.sha256 === sha256) continue;
        // A file cannot replace a folder with its name.
        if (lstatSync(place, { throwIfNoEntry: false })?.isDirectory())
          setAside([place], new Date());
        await copyFile(join(dir, name), `${place}.restoring`);
        copied.push(place);
        syncToDisk(`${place}.restoring`);
        await rename(`${place}.restoring`, place);
      }
      syncToDisk(versions);
      pointers.replaceAll(manifest.datasets.map(({ file, status }) => ({ file: file!, status })));
      sweepVersions(versions, pointers.all());
    } catch (error) {
      const named = new Set([...pointers.all().values()].map(({ file }) => join(versions, file)));
      for (const place of copied) {
        await rm(`${place}.restoring`, { force: true });
        if (!named.has(place)) await rm(place, { force: true });
      }
      if (!hasNoRoom(error) && !isFull(error)) throw error;
      throw new BackupError(
        'The disk of the data folder is full. Nothing was changed. Free disk space, then restore again.',
        { cause: error },
      );
    } finally {
      pointers.close();
      load.release();
    }
  } finally {
    server.release();
  }
  return manifest;
}
