/**
 * `npm start`: runs the command as it is built, which is ready in two thirds of the time that its
 * sources take, and builds application and command before when a source is newer; the files of the
 * demonstration too.
 */
import './stop-with-npm.mjs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeAbsentDemo } from '../demo/make-absent.mjs';
import { isProjectStale } from './stale.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = join(ROOT, 'dist/node/cli/atlas.js');

// Beside the build: a first start takes a core for each.
const demo = makeAbsentDemo();

if (isProjectStale(ROOT)) {
  process.stderr.write('Building the application …\n');
  const build = ['--import', 'tsx', join(ROOT, 'scripts/build.ts')];
  const { status } = spawnSync(process.execPath, build, { stdio: ['ignore', 2, 2], cwd: ROOT });
  if (status !== 0) process.exit(status ?? 2);
}
await demo;
// As if it had been called by its own name: it looks at who it is.
process.argv.splice(1, 1, COMMAND, 'start');
await import(pathToFileURL(COMMAND).href);
