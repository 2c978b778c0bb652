/**
 * `npm start`: runs the command as it is built, which is ready in two thirds of the time that its
 * sources take, and builds application and command before when a source is newer.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = join(ROOT, 'dist/node/scripts/atlas.js');
const APP = join(ROOT, 'dist/app/manifest.json');

const CODE = ['engine', 'server', 'scripts', 'schemas', 'package-lock.json'];
const APP_CODE = ['app', 'engine', 'vite.config.ts', 'package-lock.json'];

/** The latest modification time under a path in milliseconds; 0 when nothing is there. */
function newestChange(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  // A folder's own time changes when an entry is added or removed.
  const times = readdirSync(path).map((entry) => newestChange(join(path, entry)));
  return Math.max(stat.mtimeMs, ...times);
}

function isStale(built, sources) {
  const builtAt = newestChange(built);
  return sources.some((source) => newestChange(join(ROOT, source)) > builtAt);
}

if (isStale(COMMAND, CODE) || isStale(APP, APP_CODE)) {
  process.stderr.write('Building the application …\n');
  const build = ['--import', 'tsx', join(ROOT, 'scripts/build.ts')];
  const { status } = spawnSync(process.execPath, build, { stdio: ['ignore', 2, 2], cwd: ROOT });
  if (status !== 0) process.exit(status ?? 2);
}
// As if it had been called by its own name: it looks at who it is.
process.argv.splice(1, 1, COMMAND, 'start');
await import(pathToFileURL(COMMAND).href);
