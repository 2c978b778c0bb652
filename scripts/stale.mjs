/**
 * Whether what was built is older than what it was made from. Plain JavaScript, since `npm start`
 * asks before anything that reads TypeScript is loaded.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the browser application is made from, relative to the project. */
export const APP_SOURCES = ['app', 'engine', 'vite.config.ts', 'package-lock.json'];

/** What is built, and what it is made from. */
const BUILT = {
  'engine/dist/engine/index.js': ['engine', 'schemas', 'package-lock.json'],
  'dist/app/manifest.json': APP_SOURCES,
  'dist/node/cli/atlas.js': ['server', 'cli', 'scripts', 'package-lock.json'],
};

/** Tells whether anything of the project has to be built. */
export function isProjectStale(root) {
  return Object.entries(BUILT).some(([built, sources]) =>
    isStale(
      join(root, built),
      sources.map((source) => join(root, source)),
    ),
  );
}

/**
 * Tells whether a file has to be built: it is not there, or a source changed after it was built.
 * Looks at modification times only (a few milliseconds); sources that are absent change nothing.
 */
export function isStale(built, sources) {
  const builtAt = newestChange(built);
  return builtAt === 0 || sources.some((source) => newestChange(source) > builtAt);
}

/** Folders inside of sources that hold what was built or installed. */
const NO_SOURCES = ['dist', 'node_modules'];

/** The latest modification time under a path in milliseconds, 0 when nothing is there. */
function newestChange(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  // A folder's own time changes when an entry is added or removed.
  const entries = readdirSync(path).filter((entry) => !NO_SOURCES.includes(entry));
  const times = entries.map((entry) => newestChange(join(path, entry)));
  return Math.max(stat.mtimeMs, ...times);
}
