import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { LEVELS } from './datasets.ts';
import { ROUNDS, roundFeatures } from './rounds.ts';

const SCRIPT = fileURLToPath(new URL('./hold-server.ts', import.meta.url));

describe('a folder that a server of another process uses', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-second-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('refuses a server, accepts a load, and is free when its server is killed', async () => {
    const child = spawn(
      process.execPath,
      ['--conditions=atlas-source', '--import', 'tsx', SCRIPT, dataDir],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve));
      const second = openStore({ dataDir, role: 'server' });
      await expect(second).rejects.toMatchObject({ name: 'StoreBusy' });
      const tool = await openStore({ dataDir, role: 'tool' });
      const input = { kind: 'features', digest: 'a', features: roundFeatures(1) } as const;
      await loadDataset(ROUNDS, input, LEVELS, tool);
      await tool.close();
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    const server = await openStore({ dataDir, role: 'server' });
    expect((await server.statuses()).map(({ dataset }) => dataset)).toEqual(['rounds']);
    await server.close();
  });

  it('is readable for its own account only', async () => {
    const store = await openStore({ dataDir: join(dataDir, 'new'), role: 'tool' });
    await store.close();
    for (const folder of ['new', 'new/versions']) {
      expect(statSync(join(dataDir, folder)).mode & 0o777).toBe(0o700);
    }
  });
});
