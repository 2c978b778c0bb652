import { rmSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/serving/create-server.ts';
import type { IntersectsRequest, StoredFeature } from '../../../server/store/store.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';

/** The first page is small, because the size of features is still unknown: 32, 512, 1000, 956. */
const PAGES = 4;
const FEATURES = 2_500;

/** A store of many features with slow searches, which records its queries. */
class SlowStore extends FixtureStore {
  running = 0;
  readonly atOnce: number[] = [];
  readonly timeouts: number[] = [];
  /** The duration of searches. */
  work: () => Promise<unknown> = () => sleep(5);

  override async intersects(request?: IntersectsRequest): Promise<readonly StoredFeature[]> {
    const { after = 0, limit, timeout } = request!;
    this.running += 1;
    this.atOnce.push(this.running);
    this.timeouts.push(timeout);
    await this.work();
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
  it('alternate, each page with its full time, and every answer is complete', async () => {
    const url = `/api/geodata/places/?intersects=${encodeURIComponent('POINT(11 1)')}`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.inject(url)));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json().features).toHaveLength(FEATURES);
    }
    expect(Math.max(...store.atOnce)).toBe(2);
    expect(store.timeouts).toEqual(Array.from({ length: 12 * PAGES }, () => 5_000));
  });

  it('end in 503 before the first byte when too many already wait', async () => {
    const url = `/api/geodata/places/?intersects=${encodeURIComponent('POINT(11 1)')}`;
    const answers = await Promise.all(Array.from({ length: 260 }, () => app.inject(url)));
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ headers }) => headers['retry-after'] === '5')).toBe(true);
    expect((await app.inject(url)).json().features).toHaveLength(FEATURES);
  });

  it('are cancelled when their clients disconnect', async () => {
    await app.listen({ port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const path = `/api/geodata/places/?intersects=${encodeURIComponent('POINT(11 1)')}`;
    store.atOnce.length = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    store.work = () => ended;
    let arrived = 0;
    app.server.on('request', () => (arrived += 1));
    const asked = Array.from({ length: 40 }, () => get({ port, path, agent: false }));
    for (const one of asked) one.on('error', () => undefined);
    while (arrived < asked.length || store.running < 2) await sleep(1);
    for (const one of asked) one.destroy();
    await sleep(100);
    end();
    // Runs after all that remain.
    expect((await app.inject(path)).json().features).toHaveLength(FEATURES);
    expect(store.atOnce.length).toBeLessThanOrEqual(3 * PAGES);
  });
});
