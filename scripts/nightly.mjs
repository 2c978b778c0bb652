/**
 * `npm run nightly`: runs all tests at full size on the newest long-term version of Node, which npm
 * installs as a package of 130 MB, and audits the dependencies. The daily run uses the oldest
 * supported version.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const VERSION = '24.21.0';

/** Runs a program with the same output streams; returns its exit code. */
function run(program, args, env = process.env) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env });
  if (error) process.stderr.write(`${program}: ${error.message}\n`);
  return status ?? 1;
}

const folder = mkdtempSync(join(tmpdir(), 'atlas-node-'));
try {
  // The package of the program. The package `node` itself contains only an install script that
  // selects it.
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--prefix', folder];
  const installed = run('npm', ['install', ...options, `${name}@${VERSION}`]);
  const bin = join(folder, 'node_modules', name, 'bin');
  const env = {
    ...process.env,
    ATLAS_NIGHTLY: '1',
    // Tests start programs such as `npm` and `node` by name, so the new version must come first in
    // the path.
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
