/** The tables of folders in the READMEs agree with the folders. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Folders that a build or an installation makes. */
const MADE = new Set(['dist', 'node_modules']);

/** Folders whose README has a table of their folders. */
const HOUSES = ['app', 'cli', 'demo', 'engine', 'host', 'scripts', 'server', 'tests'];
const ROOMS = ['app/stores', 'app/tools', 'app/ui', 'engine/check', 'engine/resolve'];

/** Returns the folders that the first column of a table of a README names, without subfolders. */
function namedIn(house: string): string[] {
  const rows = readFileSync(`${ROOT}/${house}/README.md`, 'utf8').split('\n');
  const cells = rows.filter((row) => row.startsWith('| `')).map((row) => row.split('|')[1]!);
  const paths = cells.flatMap((cell) =>
    [...cell.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name!),
  );
  return [...new Set(paths)].sort();
}

function foldersIn(house: string): string[] {
  return readdirSync(`${ROOT}/${house}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !MADE.has(entry.name))
    .map(({ name }) => name)
    .sort();
}

describe('the table of folders', () => {
  it.each([...HOUSES, ...ROOMS])('of %s/README.md names its folders and no others', (house) => {
    expect(namedIn(house)).toEqual(foldersIn(house));
  });
});
