/**
 * Whether the files of the demonstration are those that the code beside this makes. Plain
 * JavaScript, since `npm start` checks this before it loads anything that reads TypeScript.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the files, in the folder of the atlas. */
export const DEMO_FOLDER = 'data/demo';
/** In that folder; hidden, because it is not part of the configuration. */
const STAMP = '.stamp.json';

/** The code that makes the files, relative to the repository; the lock names the libraries. */
export const CODE = [
  'demo',
  'cli/geography/geometry.ts',
  'cli/geography/polygons.ts',
  'server/geometry/geos.ts',
  'package-lock.json',
];
/** The same, relative to the folder of the atlas. */
const INPUTS = ['data/geography'];

/** Returns a hash of the code that makes the files and of what it reads: two files alike, one hash. */
export function hashOfDemo(root, configDir) {
  const hash = createHash('sha256');
  const sources = [
    ...CODE.flatMap((path) => filesUnder(root, path)),
    ...INPUTS.flatMap((path) => filesUnder(configDir, path)),
  ];
  for (const { path, file } of sources) {
    const bytes = readFileSync(file);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Returns whether the files are there as this code wrote them from these inputs. */
export function isDemoCurrent(root, configDir) {
  const folder = join(configDir, DEMO_FOLDER);
  try {
    const { hash, files } = JSON.parse(readFileSync(join(folder, STAMP), 'utf8'));
    return (
      Object.entries(files).every(([name, bytes]) => statSync(join(folder, name)).size === bytes) &&
      hash === hashOfDemo(root, configDir)
    );
  } catch {
    return false;
  }
}

/** Returns the path and the text of the stamp of a folder; `files` are sizes in bytes by name. */
export function stampOf(folder, hash, files) {
  return { path: join(folder, STAMP), text: JSON.stringify({ hash, files }) };
}

/** All files under a path, which may be one itself, in the order of their names. */
function filesUnder(base, path) {
  const full = join(base, path);
  if (!statSync(full).isDirectory()) return [{ path, file: full }];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: join(path, file.slice(full.length)), file }));
}
