import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigFolder } from 'atlas-engine';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';

/** True when the expected files are to be written instead of compared. */
export const UPDATE = process.env['UPDATE_CASES'] === '1';

/** The names of the case folders in a folder, in order; those that begin with `_` are none. */
export function caseNames(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .sort();
}

/** The atlas under all cases of a folder. */
export function readBase(dir: string): Promise<ConfigFolder> {
  return readConfigFolder(join(dir, '_base'));
}

/** A case: the atlas under all cases with the files of the case in place of its own or beside them. */
export async function readCaseFolder(dir: string, name: string): Promise<ConfigFolder> {
  const base = await readBase(dir);
  const own = await readConfigFolder(join(dir, name));
  const replaced = new Set(own.files.map(({ path }) => path));
  const files = [...base.files.filter(({ path }) => !replaced.has(path)), ...own.files];
  return { files, assets: new Set([...base.assets, ...own.assets]) };
}
