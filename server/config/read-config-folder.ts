import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigFolder, SourceFile } from 'atlas-engine';
import { ConfigFileError, ConfigFolderError } from './config-folder-error.ts';
import { lookAtFolder, TEXT_FILE } from './look-at-folder.ts';

/** Text files larger than this are no configuration; the parser says so by the same figure. */
const MAX_TEXT_BYTES = 40_000_000;

/** Milliseconds after the last write until the folder counts as whole. */
const QUIET = 300;

/** Milliseconds after which a folder whose texts are written without pause is given up. */
const PATIENCE = 5_000;

/** Milliseconds after which data files may be written on: they must not hold up the texts. */
const PATIENCE_WITH_DATA = 2_000;

/** A configuration as it was read from a folder. */
export interface ReadFolder extends ConfigFolder {
  /** Of all files, from before they were read: the folder changed when it now has another one. */
  readonly stamp: string;
  /** Links in the folder, which were not followed. */
  readonly links: readonly string[];
}

/**
 * Reads a configuration folder: the text of its YAML and Markdown, the names of all other files,
 * in the order of their paths. Hidden files, `node_modules` and links are left out. A folder that is
 * being written is read when that is over, so that no file is half and none older than its
 * neighbours; data files are waited for no longer than 2 s. Throws `ConfigFolderError`.
 */
export async function readConfigFolder(dir: string): Promise<ReadFolder> {
  const start = performance.now();
  for (let waited = 0; waited < PATIENCE; waited = performance.now() - start) {
    const before = await lookAtFolder(dir);
    const part = waited < PATIENCE_WITH_DATA ? 'all' : 'texts';
    const age = Date.now() - before[part].newest;
    // A file of the future has its time from another clock, which says nothing here.
    if (age >= 0 && age < QUIET) {
      await sleep(QUIET - age);
      continue;
    }
    const read = await readFolder(dir, before.paths).catch((error: unknown) => ({ error }));
    if ((await lookAtFolder(dir))[part].stamp !== before[part].stamp) continue;
    if ('error' in read) throw read.error;
    return { ...read, stamp: before.all.stamp, links: before.links };
  }
  throw new ConfigFolderError(
    `The configuration folder \`${dir}\` is being written without a pause. Try again when that is done.`,
    'being-written',
  );
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
    throw new ConfigFileError(`The file \`${path}\` is not UTF-8. Save it as UTF-8.`);
  }
}
