import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from './built.ts';
import { addressOf } from './started.ts';
import { NIGHTLY } from '../../size.ts';

type Link = 'npm' | 'shell' | 'server';

/**
 * The process that gets the signal, and the signal. SIGINT only goes to the server: npm and its
 * shell delay one until their child has exited, while Ctrl-C in a terminal reaches all of them.
 */
const EVERY_STOP = ['start', 'run atlas -- start --level keeper'].flatMap((script) =>
  (['SIGTERM', 'SIGHUP', 'SIGINT'] as const).flatMap((signal) =>
    (['npm', 'shell', 'server'] as const).flatMap((link) =>
      signal === 'SIGINT' && link !== 'server' ? [] : ([[script, signal, link]] as const),
    ),
  ),
) satisfies readonly (readonly [string, NodeJS.Signals, Link])[];
const STOPS = NIGHTLY
  ? EVERY_STOP
  : EVERY_STOP.filter(
      ([script, signal, link]) => link === 'npm' && (signal === 'SIGTERM') === (script !== 'start'),
    );

/** Returns the only child of a process. */
function childOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }));
}

let scratch: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'atlas-stops-'));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A start through npm and an end take 15 s, and several times that on a busy machine. */
const TIMEOUT = 150_000;

it.each(STOPS)(
  'stops `npm %s` in order after %s to %s',
  { timeout: TIMEOUT },
  async (script, signal, link) => {
    const npm = spawn('npm', script.split(' '), {
      cwd: ROOT,
      env: {
        ...process.env,
        ATLAS_CONFIG_DIR: join(ROOT, 'tests/atlases/isles'),
        ATLAS_DATA_DIR: join(scratch, 'data'),
        LOG_LEVEL: 'info',
        PORT: '0',
      },
    });
    let log = '';
    npm.stderr.on('data', (chunk: Buffer) => (log += String(chunk)));
    const url = await addressOf(npm);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const shell = childOf(npm.pid!);
    process.kill({ npm: npm.pid!, shell, server: childOf(shell) }[link], signal);
    const asked = () =>
      fetch(`${url}/health`).then(
        ({ status }) => status,
        () => 'nobody there',
      );
    await expect.poll(asked, { timeout: 15_000, interval: 200 }).toBe('nobody there');
    await expect.poll(() => log, { timeout: 15_000 }).toContain('The server has stopped.');
  },
);
