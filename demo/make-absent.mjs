/**
 * Makes the files of the demonstration when they are absent or out of date: what `npm start` and
 * `npm run atlas` do first. Takes a tenth of a second when there is nothing to do.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDemoCurrent } from './stamp.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** In a process of its own; ends this one when the files cannot be made. */
export async function makeAbsentDemo() {
  if (isDemoCurrent(ROOT, join(ROOT, 'atlas.config'))) return;
  const writer = ['--conditions=atlas-source', '--import', 'tsx', join(ROOT, 'demo/write-demo.ts')];
  // Standard output is that of the command that follows.
  const made = spawn(process.execPath, writer, { stdio: ['ignore', 2, 2], cwd: ROOT });
  const [code] = await once(made, 'exit');
  if (code !== 0) process.exit(code ?? 2);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await makeAbsentDemo();
