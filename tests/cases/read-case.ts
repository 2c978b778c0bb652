import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigFolder } from 'atlas-engine';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';

/** Whether to write the expected files instead of comparing them. */
export const UPDATE = process.env['UPDATE_CASES'] === '1';

/**
 * Returns the sorted names of the case folders in a folder. Names with a leading `_` are not cases.
 */
export function caseNames(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .sort();
}

/** Reads the base atlas of the cases in a folder. */
export function readBase(dir: string): Promise<ConfigFolder> {
  return readConfigFolder(join(dir, '_base'));
}

/**
 * Reads a case: the base atlas with the files of the case added, or replacing files of the same
 * path.
 */
export async function readCaseFolder(dir: string, name: string): Promise<ConfigFolder> {
  const base = await readBase(dir);
  const own = await readConfigFolder(join(dir, name));
  const replaced = new Set(own.files.map(({ path }) => path));
  const files = [...base.files.filter(({ path }) => !replaced.has(path)), ...own.files];
  return { files, assets: new Set([...base.assets, ...own.assets]) };
}
