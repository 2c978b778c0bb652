/**
 * Checks whether a build is older than its sources. This is plain JavaScript, because `npm start`
 * runs it before TypeScript can be loaded.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The builds, each with its sources. */
const BUILT = {
  'engine/dist/engine/index.js': ['engine', 'schemas', 'package-lock.json'],
  'dist/app/manifest.json': ['app', 'engine', 'vite.config.ts', 'package-lock.json'],
  'dist/node/cli/atlas.js': ['server', 'host', 'cli', 'scripts', 'package-lock.json'],
};

/**
 * Returns whether any part of the project must be built: it is missing, or a source is newer. Only
 * modification times are compared, which takes a few milliseconds. Missing sources are ignored.
 */
export function isProjectStale(root) {
  return Object.entries(BUILT).some(([built, sources]) =>
    isStale(
      join(root, built),
      sources.map((source) => join(root, source)),
    ),
  );
}

function isStale(built, sources) {
  const builtAt = newestChange(built);
  return builtAt === 0 || sources.some((source) => newestChange(source) > builtAt);
}

/** Folders inside the sources with built or installed files. */
const NO_SOURCES = ['dist', 'node_modules'];

/**
 * Returns the latest modification time under a path in milliseconds, or 0 if the path does not
 * exist.
 */
function newestChange(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  // The time of a folder changes when an entry is added or removed.
  const entries = readdirSync(path).filter((entry) => !NO_SOURCES.includes(entry));
  const times = entries.map((entry) => newestChange(join(path, entry)));
  return Math.max(stat.mtimeMs, ...times);
}
