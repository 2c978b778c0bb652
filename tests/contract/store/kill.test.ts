import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { stampOf } from '../../../server/load/stamp.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { Database } from '../../../server/store/sqlite/driver.ts';
import { seededRandom } from '../../bench/geometry/polygons.ts';
import { LEVELS } from './datasets.ts';
import { countOf, TURNS, turnFeatures } from './turns.ts';

const KILLS = process.env['ATLAS_NIGHTLY'] === '1' ? 20 : 3;
const MAX_DELAY_MILLISECONDS = 400;
const SCRIPT = fileURLToPath(new URL('./load-forever.ts', import.meta.url));
const cut = { dataset: 'turns', fields: ['turn'] };

describe('a load that is killed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-kill-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it(
    `leaves the old version or the new one, whole, ${KILLS} times`,
    async () => {
      const random = seededRandom(7);
      let stored = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const acknowledged = await loadAndKill(stored + 1, random() * MAX_DELAY_MILLISECONDS);
        stored = await checkedTurn();
        // Acknowledged is on disk; the one under way may have been published, but not said so.
        expect([acknowledged, acknowledged + 1]).toContain(stored);
      }
    },
    60_000 * KILLS,
  );

  it('leaves nothing behind that the next load does not clear away', async () => {
    const store = await openStore({ dataDir, role: 'tool' });
    const input = { kind: 'features', digest: 'last', features: turnFeatures(1) } as const;
    await loadDataset(TURNS, input, LEVELS, store);
    await store.close();
    expect(readdirSync(join(dataDir, 'versions'))).toHaveLength(1);
  });

  /** Kills the child some time after its first load; returns the last turn it acknowledged. */
  async function loadAndKill(first: number, delay: number): Promise<number> {
    const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, dataDir, String(first)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += part.toString()));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, delay));
    await killed(child);
    return Number(said.trim().split('\n').at(-1));
  }

  /** Returns the turn of the stored version, after checking that it is whole. */
  async function checkedTurn(): Promise<number> {
    const store = await openStore({ dataDir, role: 'server' });
    const page = await store.page({ ...cut, limit: 1_000 });
    const status = (await store.status('turns'))!;
    await store.close();
    const turns = new Set(page.map(({ properties }) => properties['turn'] as number));
    expect(turns.size).toBe(1);
    const [turn] = [...turns] as [number];
    expect(page).toHaveLength(countOf(turn));
    expect(status.count).toBe(countOf(turn));
    expect(status.stamp).toBe(stampOf(TURNS, LEVELS, `turn ${turn}`));
    const files = readdirSync(join(dataDir, 'versions')).filter((name) => name.endsWith('.sqlite'));
    for (const file of [...files.map((name) => join('versions', name)), 'pointers.sqlite']) {
      const database = new Database(join(dataDir, file));
      expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      database.close();
    }
    return turn;
  }
});

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
