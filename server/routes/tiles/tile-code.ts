import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folders with the code that determines the content of tiles. */
const FOLDERS = ['../../geometry/', '../../store/', './'];

/**
 * Returns a hash of the code that makes tiles: changed code may make different tiles from the same
 * data.
 */
export function hashOfTileCode(): string {
  const hash = createHash('sha256');
  for (const folder of FOLDERS) {
    const root = fileURLToPath(new URL(folder, import.meta.url));
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`);
    for (const file of files.sort()) hash.update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}
