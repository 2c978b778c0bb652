/** Builds the engine as JavaScript, with its schemas, into `engine/dist`. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileTypeScript } from './compile-typescript.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'engine/dist');

/**
 * Builds the engine into `engine/dist`. Throws if a source file does not compile; `tsc` has then
 * printed the errors.
 */
export function buildEngine(): void {
  mkdirSync(DIST, { recursive: true });
  // The folder itself is kept: replacing it would change the modification time of `engine/`.
  for (const folder of ['engine', 'schemas'])
    rmSync(join(DIST, folder), { recursive: true, force: true });
  compileTypeScript(join(ROOT, 'engine/tsconfig.build.json'));
  // The schemas are copied unchanged; tsc would reformat them.
  cpSync(join(ROOT, 'schemas'), join(DIST, 'schemas'), {
    recursive: true,
    filter: (path) => path.endsWith('schemas') || path.endsWith('.json'),
  });
  cpSync(join(ROOT, 'LICENSE'), join(DIST, 'LICENSE'));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) buildEngine();
