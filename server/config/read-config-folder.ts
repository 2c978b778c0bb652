import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigFolder, SourceFile } from 'atlas-engine';
import { placeOfFault, SAVE_AS_UTF8 } from 'atlas-engine/readers';
import { ConfigFileError, ConfigFolderError } from './config-folder-error.ts';
import { statFolder, TEXT_FILE } from './stat-folder.ts';

/**
 * Maximum size of a text file in bytes. Larger files are not configuration; the parser has the same
 * limit.
 */
const MAX_TEXT_BYTES = 40_000_000;

/** Time in milliseconds without a write after which the folder counts as complete. */
const QUIET = 300;

/** The same for a folder in which an author saves one file after the other. */
export const LIVE_QUIET = 50;

/** Time in milliseconds after which reading fails if texts are still being written. */
const PATIENCE = 5_000;

/**
 * Time in milliseconds after which data files that are still being written no longer delay the
 * reading of texts.
 */
const PATIENCE_WITH_DATA = 2_000;

/** A configuration as it was read from a folder. */
export interface ReadFolder extends ConfigFolder {
  /**
   * The stamp of all files before they were read. If the current stamp is different, the folder has
   * changed.
   */
  readonly stamp: string;
  /** The stamp of the text files before they were read. */
  readonly texts: string;
  /** Links in the folder, which were not followed. */
  readonly links: readonly string[];
}

/**
 * Reads a configuration folder: the text of its YAML and Markdown and the names of all other files,
 * sorted by path. Hidden files, `node_modules` and links are left out. A folder that is being
 * written is read when the writes are over, so that all files belong to the same state; data files
 * delay this by 2 s at most. `quiet` is the time without a write, in milliseconds. Throws
 * `ConfigFolderError`.
 */
export async function readConfigFolder(dir: string, quiet = QUIET): Promise<ReadFolder> {
  const start = performance.now();
  for (let waited = 0; waited < PATIENCE; waited = performance.now() - start) {
    const before = await statFolder(dir);
    const part = waited < PATIENCE_WITH_DATA ? 'all' : 'texts';
    const age = Date.now() - before[part].newest;
    // A time in the future comes from another clock and has no meaning here.
    if (age >= 0 && age < quiet) {
      await sleep(quiet - age);
      continue;
    }
    const read = await readFolder(dir, before.paths).catch((error: unknown) => ({ error }));
    if ((await statFolder(dir))[part].stamp !== before[part].stamp) continue;
    if ('error' in read) throw read.error;
    return { ...read, stamp: before.all.stamp, texts: before.texts.stamp, links: before.links };
  }
  throw new ConfigFolderError(
    `The configuration folder \`${dir}\` is being written without a pause. Try again when the writes are done.`,
    'being-written',
  );
}

/** The text files of the folder that was read last, by path. */
let last: { readonly dir: string; readonly files: ReadonlyMap<string, SourceFile> } | null = null;

/**
 * Reads the files of a folder. If the same folder was read before, a file with the same text is the
 * same object, so that the engine does not parse it again.
 */
async function readFolder(dir: string, paths: readonly string[]): Promise<ConfigFolder> {
  const known = last?.dir === dir ? last.files : null;
  const files: SourceFile[] = [];
  const assets = new Set<string>();
  for (const path of paths) {
    if (!TEXT_FILE.test(path)) {
      assets.add(path);
      continue;
    }
    const text = await readText(join(dir, path), path);
    const before = known?.get(path);
    files.push(before?.text === text ? before : { path, text });
  }
  last = { dir, files: new Map(files.map((file) => [file.path, file])) };
  if (!files.some((file) => /\.ya?ml$/i.test(file.path))) {
    throw new ConfigFolderError(
      `The folder \`${dir}\` has no YAML files. Choose the configuration folder with --config.`,
      'empty',
    );
  }
  return { files, assets };
}

async function readText(file: string, path: string): Promise<string> {
  const bytes = await readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigFileError(`The file \`${path}\` cannot be read (${code}).`);
  });
  if (bytes.length > MAX_TEXT_BYTES)
    throw new ConfigFileError(`The file \`${path}\` is too large to be configuration.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ConfigFileError(
      `The file \`${path}\` is not UTF-8: the first wrong byte is in ${placeOfFault(bytes)}. To fix it, ${SAVE_AS_UTF8.text}.`,
    );
  }
}
