/** Lists the pictures of a folder of the configuration, for fields with `format: photos`. */
import { readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';

const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/**
 * Lists the pictures directly in a folder, by file name, with their absolute paths. Links are left
 * out. A folder that does not exist, or is outside the configuration, has none.
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
