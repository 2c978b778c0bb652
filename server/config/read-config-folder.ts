import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigFolder, SourceFile } from '../../engine/index.ts';

/** A folder that cannot be read as a configuration; the message says what to do. */
export class ConfigFolderError extends Error {
  override readonly name = 'ConfigFolderError';
}

/** Files whose text the engine reads; all others are only known by name. */
const TEXT_FILE = /\.(?:ya?ml|md)$/i;

/** Text files larger than this are no configuration; the parser says so by the same figure. */
const MAX_TEXT_BYTES = 40_000_000;

/**
 * Reads a configuration folder: the text of its YAML and Markdown, the names of all other files,
 * in the order of their paths. Hidden files, and what links lead to, are left out. Throws
 * `ConfigFolderError`.
 */
export async function readConfigFolder(dir: string): Promise<ConfigFolder> {
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
