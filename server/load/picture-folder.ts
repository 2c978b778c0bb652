/** The pictures of a folder of the configuration, as the fields of `format: photos` name them. */
import { readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';

const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/**
 * Lists the pictures that lie in a folder itself, by file name, with their absolute paths. Links
 * are left out, and a folder that is not there, or outside the configuration, has none.
 */
export async function listPictures(
  configDir: string,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  try {
    const path = await realpath(join(configDir, folder));
    const inside = relative(await realpath(configDir), path);
    if (inside.startsWith('..') || isAbsolute(inside)) return new Map();
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile() && PICTURE.test(entry.name));
    return new Map(names.map(({ name }) => [name, join(path, name)] as const).sort());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}
