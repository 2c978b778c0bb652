/**
 * Makes the files of the demonstration when they are absent or out of date: what `npm start` and
 * `npm run atlas` do first. Takes a tenth of a second when there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDemoCurrent } from './stamp.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Ends the process when the files cannot be made. */
export function makeAbsentDemo() {
  if (isDemoCurrent(ROOT, join(ROOT, 'atlas.config'))) return;
  const writer = ['--import', 'tsx', join(ROOT, 'demo/write-demo.ts')];
  // Standard output is that of the command that follows.
  const { status } = spawnSync(process.execPath, writer, { stdio: ['ignore', 2, 2], cwd: ROOT });
  if (status !== 0) process.exit(status ?? 2);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) makeAbsentDemo();
