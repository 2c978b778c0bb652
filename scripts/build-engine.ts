/** Builds the engine for whoever has no reader of TypeScript: `engine/dist`, schemas included. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileTypeScript } from './compile-typescript.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'engine/dist');

/** Throws when a source does not compile; `tsc` has printed why. */
export function buildEngine(): void {
  mkdirSync(DIST, { recursive: true });
  // The folder itself stays: replacing it would make `engine/` look as if a source had changed.
  for (const folder of ['engine', 'schemas'])
    rmSync(join(DIST, folder), { recursive: true, force: true });
  compileTypeScript(join(ROOT, 'engine/tsconfig.build.json'));
  // The schemas as they are written: tsc would print them anew.
  cpSync(join(ROOT, 'schemas'), join(DIST, 'schemas'), {
    recursive: true,
    filter: (path) => path.endsWith('schemas') || path.endsWith('.json'),
  });
  cpSync(join(ROOT, 'LICENSE'), join(DIST, 'LICENSE'));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) buildEngine();
