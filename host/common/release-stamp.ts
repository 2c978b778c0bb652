import { createHash, type Hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files and folders of a release, relative to this file: of the sources, or of the package. */
const CODE = import.meta.url.endsWith('.ts')
  ? ['..', '../../cli', '../../server', '../../engine', '../../schemas', '../../package-lock.json']
  : [
      '..',
      '../../cli',
      '../../server',
      '../../../../package.json',
      '../../../../package-lock.json',
      '../../../../node_modules/atlas-engine',
    ];

let known: string | null = null;

/** Returns a text that changes with the code of the command and the version of Node. */
export function releaseStamp(): string {
  return (known ??= stampOf(CODE.map((path) => fileURLToPath(new URL(path, import.meta.url)))));
}

/** Returns a hash of the path, the size and the modification time of each file under some paths. */
export function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) addFiles(hash, path);
  return hash.digest('base64url');
}

function addFiles(hash: Hash, path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    for (const name of readdirSync(path).sort())
      if (name !== 'node_modules') addFiles(hash, join(path, name));
  } else if (stat) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
}
