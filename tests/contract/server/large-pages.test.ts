import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '../../../server/serving/create-server.ts';
import type { PageRequest, StoredFeature } from '../../../server/store/store.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';

const FEATURES = 4_000;
const ring = Array.from({ length: 400 }, (_, i) => [
  11 + Math.cos(i / 64),
  1 + Math.sin(i / 64),
]) as [number, number][];

/** A store of thousands of polygons that answers without delay. */
class LargeStore extends FixtureStore {
  reads = 0;
  reading = 0;
  most = 0;

  override async page(request: PageRequest): Promise<StoredFeature[]> {
    const { after = 0, limit } = request;
    this.reads += 1;
    this.most = Math.max(this.most, (this.reading += 1));
    await new Promise((resolve) => setImmediate(resolve));
    this.reading -= 1;
    const length = Math.min(limit, FEATURES - after);
    return Array.from({ length }, (_, index) => ({
      id: after + index + 1,
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: {},
    }));
  }
}

const folders: string[] = [];
const store = new LargeStore();
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

/** Counts the time slices for other work while a request is answered. */
async function turnsDuring(url: string): Promise<{ turns: number; found: number }> {
  let turns = 0;
  let answered = false;
  const count = () => {
    turns += 1;
    if (!answered) setImmediate(count);
  };
  setImmediate(count);
  const answer = await app.inject(url);
  answered = true;
  return { turns, found: answer.json().features.length };
}

it('writes thousands of polygons in small steps', async () => {
  const { turns, found } = await turnsDuring('/api/geodata/places/');
  expect(found).toBe(FEATURES);
  // More than one for each read of the store; the others are between features.
  expect(turns).toBeGreaterThan(store.reads + 40);
});

it('reads two such pages at a time, and all pages of common size at once', async () => {
  const ask = async (limit: number): Promise<number> => {
    store.most = 0;
    const url = `/ogc/collections/wells/items?limit=${limit}`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => app.inject(url)));
    for (const answer of answers) expect(answer.statusCode).toBe(200);
    return store.most;
  };
  expect(await ask(1_001)).toBe(2);
  expect(await ask(100)).toBe(6);
});
