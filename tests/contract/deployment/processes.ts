import { spawnSync } from 'node:child_process';

/** Returns the ids of the processes that prepare an atlas for a server; with `job`, of that job only. */
export function preparersOf(server: number, job?: 'check' | 'read' | 'again'): number[] {
  const name = job === undefined ? /atlas prepare|\/prepare\// : new RegExp(`atlas prepare ${job}`);
  return linesOf('--ppid', server)
    .filter((line) => name.test(line))
    .map((line) => Number.parseInt(line, 10));
}

/** Returns whether a process runs. */
export function isRunning(pid: number): boolean {
  return linesOf('-p', pid).length > 0;
}

/** Returns a line for each process, without zombies. */
function linesOf(flag: '--ppid' | '-p', pid: number): string[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,stat=,args=', flag, String(pid)], {
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^\d+\s+Z/.test(line));
}
