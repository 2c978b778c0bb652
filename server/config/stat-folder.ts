/** Lists a configuration folder and computes a stamp that changes with it, without reading files. */
import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigFolderError } from './config-folder-error.ts';
import { identify, type FileIdentity } from './file-identity.ts';

/** Files whose text the engine reads. Of all other files, it receives only the names. */
export const TEXT_FILE = /\.(?:ya?ml|md)$/i;

/** Maximum number of files in a configuration folder, because each check examines every file. */
const MAX_FILES = 100_000;

/**
 * Number of files examined in parallel. It is limited so that a check does not block the server.
 */
const AT_ONCE = 64;

/** The state of some files. */
export interface FileState {
  /** Changes when a file is written, replaced, renamed, added or removed. */
  readonly stamp: string;
  /** Time of the last change, in milliseconds since 1970; 0 if there are no files. */
  readonly newest: number;
}

export interface FolderState {
  /** Paths of the files relative to the folder, with forward slashes, sorted. */
  readonly paths: readonly string[];
  /** Links in the folder, which are not followed; sorted. */
  readonly links: readonly string[];
  /**
   * The state of all files. `newest` includes folders, because a removed file changes only its
   * folder.
   */
  readonly all: FileState;
  /** The state of the text files. */
  readonly texts: FileState;
}

interface Found extends FileIdentity {
  readonly path: string;
  readonly isLink: boolean;
}

/**
 * Lists a configuration folder and its stamp. Hidden files and folders and `node_modules` are left
 * out. Throws `ConfigFolderError`.
 */
export async function statFolder(dir: string): Promise<FolderState> {
  const place = await realPlace(dir);
  const found: Found[] = [];
  const foldersChanged = await walk(dir, '', found);
  found.sort((a, b) => (a.path < b.path ? -1 : 1));
  const newest = newestOf(found, foldersChanged);
  const texts = found.filter(({ path, isLink }) => !isLink && TEXT_FILE.test(path));
  return {
    paths: found.filter(({ isLink }) => !isLink).map(({ path }) => path),
    links: found.filter(({ isLink }) => isLink).map(({ path }) => path),
    all: { stamp: stampOf(place, found), newest },
    texts: { stamp: stampOf(place, texts), newest: newestOf(texts) },
  };
}

/** Returns the real path and identity of the folder, since a link to it may change its target. */
async function realPlace(dir: string): Promise<string> {
  try {
    const path = await realpath(dir);
    const { dev, ino } = await stat(path);
    return `${path}\n${dev} ${ino}`;
  } catch (error) {
    throw folderError(dir, error);
  }
}

/** Collects the files of a folder and its subfolders. Returns the last change time of a folder. */
async function walk(root: string, folder: string, found: Found[]): Promise<number> {
  const path = join(root, folder);
  let entries: Dirent[];
  let changed: number;
  try {
    changed = (await stat(path)).ctimeMs;
    entries = await readdir(path, { withFileTypes: true });
  } catch (error) {
    // A subfolder may be removed while the folder is listed.
    if (folder !== '' && isAbsent(error)) return Date.now();
    throw folderError(path, error);
  }
  const named = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  const files = named.filter((entry) => entry.isFile() || entry.isSymbolicLink());
  if (found.length + files.length > MAX_FILES)
    throw new ConfigFolderError(
      `The configuration folder \`${root}\` has more than ${MAX_FILES} files. Choose a folder with --config that has only the configuration and its data.`,
    );
  const inRoot = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE);
    found.push(
      ...(await Promise.all(
        some.map(async (entry) => {
          const [path, isLink] = [inRoot(entry.name), entry.isSymbolicLink()];
          return { path, isLink, ...(await identify(join(root, path), isLink)) };
        }),
      )),
    );
  }
  for (const entry of named)
    if (entry.isDirectory())
      changed = Math.max(changed, await walk(root, inRoot(entry.name), found));
  return changed;
}

function newestOf(found: readonly Found[], atLeast = 0): number {
  return found.reduce((newest, { changed }) => Math.max(newest, changed), atLeast);
}

function stampOf(place: string, found: readonly Found[]): string {
  const hash = createHash('sha256').update(place);
  for (const { path, key } of found) hash.update(`\n${path}\0${key}`);
  return hash.digest('base64url');
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function folderError(path: string, error: unknown): ConfigFolderError {
  const { code, message } = error as NodeJS.ErrnoException;
  return isAbsent(error)
    ? new ConfigFolderError(
        `The configuration folder \`${path}\` does not exist. Choose one with --config.`,
        'gone',
      )
    : new ConfigFolderError(
        `The configuration folder \`${path}\` cannot be read (${code ?? message}).`,
      );
}
