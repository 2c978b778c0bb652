import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/create-server.ts';
import type { IntersectsRequest, StoredFeature } from '../../../server/store/store.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';

const PAGES = 3;
const FEATURES = 2_500;

/** A store of many features whose searches take their time and write down how they were asked. */
class SlowStore extends FixtureStore {
  running = 0;
  readonly atOnce: number[] = [];
  readonly timeouts: number[] = [];

  override async intersects(request?: IntersectsRequest): Promise<readonly StoredFeature[]> {
    const { after = 0, limit, timeout } = request!;
    this.running += 1;
    this.atOnce.push(this.running);
    this.timeouts.push(timeout);
    await sleep(5);
    this.running -= 1;
    const length = Math.min(limit, FEATURES - after);
    return Array.from({ length }, (_, index) => ({
      id: after + index + 1,
      geometry: { type: 'Point', coordinates: [11, 1] },
      properties: { name: 'A well' },
    }));
  }
}

const folders: string[] = [];
const store = new SlowStore();
let app: Awaited<ReturnType<typeof createServer>>;

beforeAll(async () => {
  const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
  folders.push(configDir, appDir);
  app = await createServer({ snapshot: await makeSnapshot(configDir), store, appDir });
});
afterAll(async () => {
  await app.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('many searches at once', () => {
  it('take turns, each page with its full time, and every answer is whole', async () => {
    const url = `/api/geodata/places/?intersects=${encodeURIComponent('POINT(11 1)')}`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.inject(url)));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json().features).toHaveLength(FEATURES);
    }
    expect(Math.max(...store.atOnce)).toBe(2);
    expect(store.timeouts).toEqual(Array.from({ length: 12 * PAGES }, () => 5_000));
  });

  it('end in 503 before the first byte when too many wait already', async () => {
    const url = `/api/geodata/places/?intersects=${encodeURIComponent('POINT(11 1)')}`;
    const answers = await Promise.all(Array.from({ length: 260 }, () => app.inject(url)));
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ headers }) => headers['retry-after'] === '5')).toBe(true);
    expect((await app.inject(url)).json().features).toHaveLength(FEATURES);
  });
});
