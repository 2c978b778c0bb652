/**
 * Checks whether the demonstration data are current: whether this version of the code made them
 * from these inputs. This is plain JavaScript, because `npm start` runs it before it loads a
 * TypeScript loader.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the demonstration data in the configuration folder. */
export const DEMO_FOLDER = 'data/demo';
/**
 * File in that folder with the hash of the code and the sizes of the files. It is hidden, because
 * it is not part of the configuration.
 */
const STAMP = '.stamp.json';

/**
 * The code that creates the files, relative to the repository. The lock file determines the
 * versions of the libraries.
 */
export const CODE = [
  'demo',
  'cli/geography/geometry.ts',
  'cli/geography/polygons.ts',
  'server/geometry/geos.ts',
  'server/load/progress.ts',
  'package-lock.json',
];
/** The data that the code reads, relative to the configuration folder. */
const INPUTS = ['data/geography'];

/** Returns a hash of the code that creates the files and of the files that it reads. */
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

/** Returns true if the files exist as this version of the code wrote them from these inputs. */
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

/**
 * Returns the path and the text of the stamp of a folder. `files` contains sizes in bytes by name.
 */
export function stampOf(folder, hash, files) {
  return { path: join(folder, STAMP), text: JSON.stringify({ hash, files }) };
}

/** Returns all files under a path, or the path itself if it is a file, sorted by name. */
function filesUnder(base, path) {
  const full = join(base, path);
  if (!statSync(full).isDirectory()) return [{ path, file: full }];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: join(path, file.slice(full.length)), file }));
}
