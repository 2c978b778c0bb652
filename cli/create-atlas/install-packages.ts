import { spawnSync } from 'node:child_process';

/** Runs `npm install` in a folder, with its output on standard error; returns whether it succeeded. */
export function installPackages(folder: string): boolean {
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    // On Windows, npm is a script of the shell.
    shell: process.platform === 'win32',
  });
  return status === 0;
}
