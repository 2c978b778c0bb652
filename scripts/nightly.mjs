/**
 * `npm run nightly`: all tests at full size on the newest long-term version of Node, which npm brings
 * as a package of 130 MB, and the audit of what ships. The daily run is on the oldest that is taken.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const VERSION = '24.21.0';

/** Runs a program that prints where this one prints; returns its exit code. */
function run(program, args, env = process.env) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env });
  if (error) process.stderr.write(`${program}: ${error.message}\n`);
  return status ?? 1;
}

const folder = mkdtempSync(join(tmpdir(), 'atlas-node-'));
try {
  // The package `node` only chooses this one, by a script that runs when it is installed.
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--prefix', folder];
  const installed = run('npm', ['install', ...options, `${name}@${VERSION}`]);
  const bin = join(folder, 'node_modules', name, 'bin');
  const env = {
    ...process.env,
    ATLAS_NIGHTLY: '1',
    // Servers that tests start are found by their name.
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  };
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const more = process.argv.slice(2);
  process.exitCode =
    installed ||
    run(join(bin, 'node'), [vitest, 'run', '--config', 'vitest.config.ts', ...more], env) ||
    run('npm', ['audit', '--audit-level=high', '--omit=dev']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
