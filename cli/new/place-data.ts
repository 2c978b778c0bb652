import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { zipSync } from 'fflate';
import { UsageError } from '../../host/common/command.ts';

/** Where the data of a layer are, and what must be written for that. */
export interface PlacedData {
  /** The path in the configuration, with `/`. */
  readonly file: string;
  /** The path from which the data are read now. */
  readonly from: string;
  /** Whether the file must be copied into the configuration. */
  readonly isOutside: boolean;
}

/** Folder for data that are outside the configuration. */
const FOLDER = 'data';

/**
 * Finds the place of a file of data in a configuration. A file that is outside is copied, and the
 * files of a shapefile are packed into `scratch`. Throws `UsageError` if there is no such file, or if its place is
 * taken by another one.
 */
export async function placeData(
  path: string,
  { config, scratch }: { readonly config: string; readonly scratch: string },
): Promise<PlacedData> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory())
    throw new UsageError(`\`${path}\` is a folder. Name a file of data in it.`);
  if (!found?.isFile()) throw new UsageError(`There is no file \`${path}\`.`);
  if (extname(path).toLowerCase() === '.shp') {
    const from = join(scratch, `${basename(path, extname(path))}.zip`);
    await writeFile(from, await packShapefile(path));
    return placed(from, config);
  }
  const inside = relative(resolve(config), resolve(path));
  if (!inside.startsWith('..') && resolve(config, inside) === resolve(path))
    return { file: inside.split(sep).join('/'), from: path, isOutside: false };
  return placed(path, config);
}

async function placed(from: string, config: string): Promise<PlacedData> {
  const file = `${FOLDER}/${basename(from)}`;
  const there = await readFile(join(config, file)).catch(() => null);
  if (there === null) return { file, from, isOutside: true };
  if (there.equals(await readFile(from))) return { file, from, isOutside: false };
  throw new UsageError(
    `The configuration has another \`${file}\`. Rename one of the two files, or name the one in the configuration.`,
  );
}

/** The time in a packed file, so that the same files give the same bytes. */
const TIME = new Date(Date.UTC(2000, 0, 1));

/** Packs the files of a shapefile, which have the same name. */
async function packShapefile(path: string): Promise<Uint8Array> {
  const folder = dirname(path);
  const stem = basename(path, extname(path)).toLowerCase();
  const parts = (await readdir(folder)).filter((name) => {
    const ending = extname(name);
    const isPart = /^\.(?:shp|shx|dbf|prj|cpg)$/i.test(ending);
    return isPart && basename(name, ending).toLowerCase() === stem;
  });
  const read = parts
    .sort()
    .map(async (name) => [name, await readFile(join(folder, name))] as const);
  return zipSync(Object.fromEntries(await Promise.all(read)), { mtime: TIME });
}
