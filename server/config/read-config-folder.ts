import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigFolder, SourceFile } from '../../engine/index.ts';

/** A folder that cannot be read as a configuration; the message says what to do. */
export class ConfigFolderError extends Error {
  override readonly name = 'ConfigFolderError';
}

/** Files whose text the engine reads; all others are only known by name. */
const TEXT_FILE = /\.(?:ya?ml|md)$/i;

/** Text files larger than this are no configuration; the parser says so by the same figure. */
const MAX_TEXT_BYTES = 40_000_000;

/** Milliseconds after the last write until what stands in the folder counts as whole. */
const QUIET = 300;

/** Milliseconds after which a folder that is written without pause is given up. */
const PATIENCE = 5_000;

/**
 * Reads a configuration folder: the text of its YAML and Markdown, the names of all other files,
 * in the order of their paths. Hidden files, and what links lead to, are left out. A folder that is
 * being written is read when that is over, so that no file is half and none older than its
 * neighbours. Throws `ConfigFolderError`.
 */
export async function readConfigFolder(dir: string): Promise<ConfigFolder> {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    const before = await lookAt(dir);
    const age = Date.now() - before.newest;
    // A file of the future has its time from another clock, which tells nothing here.
    if (age >= 0 && age < QUIET) {
      await sleep(QUIET - age);
      continue;
    }
    const read = await readFolder(dir, before.paths).catch((error: unknown) => ({ error }));
    if ((await lookAt(dir)).state !== before.state) continue;
    if ('error' in read) throw read.error;
    return read;
  }
  throw new ConfigFolderError(
    `The configuration folder \`${dir}\` is being written without a pause. Try again when that is done.`,
  );
}

/** What can be told of a folder without reading its files. */
interface Look {
  /** Of all files, relative and with forward slashes, sorted. */
  readonly paths: readonly string[];
  /** Differs when a file was added, taken away, or a text file written. */
  readonly state: string;
  /** When a text file was last written, or a folder of some last changed; ms since 1970. */
  readonly newest: number;
}

async function lookAt(dir: string): Promise<Look> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ConfigFolderError(
        error.code === 'ENOENT' || error.code === 'ENOTDIR'
          ? `There is no configuration folder \`${dir}\`. Name it with --config.`
          : `The configuration folder \`${dir}\` cannot be read (${error.code ?? error.message}).`,
      );
    },
  );
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(join(dir, '/').length).split('\\').join('/'),
    )
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort();
  const texts = paths.filter((path) => TEXT_FILE.test(path));
  const folders = new Set(texts.map((path) => join(dir, path, '..')));
  // The time of the change, which nobody can set: a file that was moved here may be old.
  const changes = await Promise.all(
    [...texts.map((path) => join(dir, path)), ...folders].map(async (path) => {
      const { ctimeMs, size, ino } = await stat(path).catch(() => ({
        ctimeMs: 0,
        size: 0,
        ino: 0,
      }));
      return { ctimeMs, key: `${ctimeMs} ${size} ${ino}` };
    }),
  );
  return {
    paths,
    state: JSON.stringify([paths, changes.map(({ key }) => key)]),
    newest: Math.max(0, ...changes.map(({ ctimeMs }) => ctimeMs)),
  };
}

async function readFolder(dir: string, paths: readonly string[]): Promise<ConfigFolder> {
  const files: SourceFile[] = [];
  const assets = new Set<string>();
  for (const path of paths) {
    if (TEXT_FILE.test(path)) files.push({ path, text: await readText(join(dir, path), path) });
    else assets.add(path);
  }
  if (!files.some((file) => /\.ya?ml$/i.test(file.path))) {
    throw new ConfigFolderError(
      `The folder \`${dir}\` holds no YAML. Name the configuration folder with --config.`,
    );
  }
  return { files, assets };
}

async function readText(file: string, path: string): Promise<string> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_TEXT_BYTES)
    throw new ConfigFolderError(`The file \`${path}\` is too large to be configuration.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ConfigFolderError(`The file \`${path}\` is not UTF-8. Save it as UTF-8.`);
  }
}
