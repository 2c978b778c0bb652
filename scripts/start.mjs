/**
 * `npm start` and `npm run dev`: runs the built command, which starts faster than the TypeScript sources (in two
 * thirds of the time). It first builds the application, the command and the demonstration data if a
 * source is newer.
 */
import './stop-with-npm.mjs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeAbsentDemo } from '../demo/make-absent.mjs';
import { isProjectStale } from './stale.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = join(ROOT, 'dist/node/cli/atlas.js');

// Runs in parallel with the build, so that the first start uses two cores.
const demo = makeAbsentDemo();

if (isProjectStale(ROOT)) {
  process.stderr.write('Building the application …\n');
  const build = ['--import', 'tsx', join(ROOT, 'scripts/build.ts')];
  const { status } = spawnSync(process.execPath, build, { stdio: ['ignore', 2, 2], cwd: ROOT });
  if (status !== 0) process.exit(status ?? 2);
}
await demo;
// The command compares its own path with the first argument.
const isDev = process.argv[2] === 'dev';
process.argv.splice(1, isDev ? 2 : 1, COMMAND, isDev ? 'dev' : 'start');
await import(pathToFileURL(COMMAND).href);
