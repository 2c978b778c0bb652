import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { makeHarbours, type Harbours } from '../services/harbours.ts';

const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;
const SENTENCE = 'The process cannot open more files or connections (EMFILE)';

describe('a server that can open no more files', () => {
  if (!canLimit) {
    it.skip('not tested, because prlimit is not installed');
    return;
  }
  let harbours: Harbours;
  let served: ServedAtlas;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    harbours = makeHarbours();
    served = await serveAtlas(harbours);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await served.stop();
    harbours.remove();
  });

  const status = (path: string) =>
    fetch(served.url + path, { signal: AbortSignal.timeout(3_000) }).then(
      (answer) => answer.status,
      () => 'no answer',
    );

  it('reports which limit to raise, and answers again when files are closed', async () => {
    const file = '/atlas/files/data/ground.pmtiles';
    expect(await status(file)).toBe(200);
    const { pid } = served.process;
    const used = readdirSync(`/proc/${pid}/fd`).length;
    const limit = (files: number) =>
      execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`]);
    limit(used + 8);
    const port = Number(new URL(served.url).port);
    for (let i = 0; i < 60; i += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
    await expect.poll(served.output, { timeout: 15_000 }).toContain(SENTENCE);
    expect(served.output()).toMatch(/LimitNOFILE.*`ulimit -n`/);
    expect(served.output()).not.toMatch(/^\s+at /m);
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => status(file), { timeout: 15_000 }).toBe(200);
    // Enough for the connection, but not for the file.
    for (let more = 3; more >= 1; more -= 1) {
      limit(readdirSync(`/proc/${pid}/fd`).length + more);
      expect(['no answer', 200, 503]).toContain(await status(`${file}?again=${more}`));
    }
    limit(1_024);
    expect(await status(file)).toBe(200);
    expect(await status('/api/geodata/reserves/')).toBe(200);
    expect(served.process.exitCode).toBeNull();
  });

  it('that cannot start reports it', () => {
    // Limited when the program is loaded, because Node reads its own files before. A module that is
    // new starts the compiler of `tsx`, which could not start afterwards.
    const fresh = join(harbours.dataDir, 'fresh.mts');
    writeFileSync(fresh, `export const fresh: number = ${Date.now()};`);
    const program = `
      import ${JSON.stringify(fresh)};
      import { execFileSync } from 'node:child_process';
      import { readdirSync } from 'node:fs';
      import { run } from './cli/atlas.ts';
      const files = readdirSync('/proc/self/fd').length;
      execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=' + files + ':']);
      const out = (text) => void process.stderr.write(text);
      const io = { out, err: out, env: process.env, color: false };
      process.exit(await run(['start', '--config', ${JSON.stringify(harbours.config)}], io));`;
    const { status: code, stderr } = spawnSync(
      process.execPath,
      ['--conditions=atlas-source', '--import', 'tsx', '--input-type=module', '--eval', program],
      {
        encoding: 'utf8',
        timeout: 30_000,
        env: { ...process.env, PORT: '0', ATLAS_DATA_DIR: `${harbours.dataDir}-2` },
      },
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining(SENTENCE)]);
  });
});
