/**
 * Ends a program that npm started when npm, or the shell in between, has ended, because they do not
 * forward every signal. Does nothing for a program that was started without npm, for example by
 * systemd or in a container.
 */
import { spawnSync } from 'node:child_process';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two checks of the parent processes. */
const LOOK = 1_000;

const parent = process.ppid;

/**
 * npm runs a script in a shell, so the parent of this process is that shell. Returns the parent of
 * the shell.
 */
function shellsParent() {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(parent)], {
    encoding: 'utf8',
  });
  const [, ppid, args = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? [];
  return /^\S*sh -c /.test(args) ? Number(ppid) : null;
}

function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (isMainThread && process.env['npm_lifecycle_event'] !== undefined) {
  const npm = shellsParent();
  const watch = setInterval(() => {
    if (process.ppid === parent && (npm === null || isThere(npm))) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK).unref();
}
