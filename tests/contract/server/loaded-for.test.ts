import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtlasModel, Level } from 'atlas-engine';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import { createServer } from '../../../server/serving/create-server.ts';
import { digestOf } from '../../../server/load/load-input.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { buildSnapshot } from '../../../server/snapshot/build-snapshot.ts';
import { makeAppFolder } from './fixture.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

/** Data and configuration never change at exactly the same moment. */
let server: GuardedServer;
const appDir = makeAppFolder();

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(appDir, { recursive: true });
});

const SEALED = 'Sealed Spring';

/** Returns the model with another permission of a dataset and of those fields that follow it. */
function permitted(model: AtlasModel, id: string, level: Level): AtlasModel {
  const dataset = model.datasets.get(id)!;
  const changed = {
    ...dataset,
    permission: { view: level, analyse: level, download: level },
    fields: new Map(
      [...dataset.fields].map(([name, field]) => [name, { ...field, permission: level }]),
    ),
  };
  return { ...model, datasets: new Map([...model.datasets, [id, changed]]) };
}

/** Returns all addresses that answer with features of a dataset. */
async function addressesOf(dataset: string, id: number): Promise<string[]> {
  const point = '&srs=EPSG:4326&bbox=9,-3,17,5&width=64&height=64&format=image/png';
  return [
    `/api/features/${dataset}/${id}`,
    `/api/mvt/tile/${dataset}/3/4/3.pbf`,
    `/api/geodata/${dataset}/`,
    `/api/geodata/${dataset}/?limit=20`,
    `/api/geodata/${dataset}/?intersects=POLYGON((9 -3,17 -3,17 5,9 5,9 -3))`,
    `/ogc/collections/${dataset}/items`,
    `/ogc/collections/${dataset}/items/${id}`,
    `/wms?version=1.1.1&request=GetMap&layers=${dataset}&styles=${point}`,
    `/wms?version=1.1.1&request=GetFeatureInfo&layers=${dataset}&styles=${point}&query_layers=${dataset}&x=8&y=39&feature_count=50&info_format=text/plain`,
    '/api/search?q=sealed',
  ];
}

async function firstId(dataset: string): Promise<number> {
  const [first] = await server.store.page({ dataset, fields: [], limit: 1 });
  return first!.id;
}

describe('data of a stricter configuration than the one that is served', () => {
  it('are not served until the configuration is', async () => {
    const { model, atlas, store, app } = server;
    const elder = model.levels.at(-1)!;
    const file = join(atlas.configDir, 'data/wells.geojson');
    const text = readFileSync(file, 'utf8').replaceAll('Well ', `${SEALED} `);
    const features = (JSON.parse(text) as { features: unknown[] }).features;
    const strict = permitted(model, 'wells', elder);
    const id = await firstId('wells');
    await loadDataset(
      strict.datasets.get('wells')!,
      { kind: 'features', digest: digestOf(text), features },
      strict.levels,
      store,
    );
    for (const level of ['everyone', 'elder'])
      for (const url of await addressesOf('wells', id)) {
        const answer = await app.inject({ url, headers: { 'x-atlas-level': level } });
        // A search leaves them out.
        expect([url, answer.statusCode]).toEqual([url, url.startsWith('/api/search') ? 200 : 503]);
        expect(answer.body).not.toContain(SEALED);
      }
    app.replaceSnapshot(await snapshotOf(strict));
    for (const url of await addressesOf('wells', id)) {
      const answer = await app.inject({ url, headers: { 'x-atlas-level': 'elder' } });
      expect([url, answer.statusCode]).toEqual([url, 200]);
    }
    writeFileSync(file, text);
  });

  it('are not served when those of the less strict one could not be loaded', async () => {
    const { model, store, secrets } = server;
    const loose = permitted(model, 'graves', model.levels[0]!);
    const snapshot = await snapshotOf(loose);
    const app = await createServer({ snapshot, store, appDir });
    try {
      for (const url of await addressesOf('graves', await firstId('graves'))) {
        const answer = await app.inject(url);
        expect([url, [200, 404, 503].includes(answer.statusCode)]).toEqual([url, true]);
        expect(secrets.elder.filter((secret) => answer.body.includes(secret))).toEqual([]);
      }
      const features = ({ health }: AtlasSnapshot): number =>
        (JSON.parse(health.identity.toString()) as { counts: { features: number } }).counts
          .features;
      expect(features(snapshot)).toBe(features(await snapshotOf(model)));
      expect(snapshot.datasets.get('graves')!.bounds).toBeNull();
      expect([...(snapshot.photos.get('graves')?.get('views') ?? [])]).toEqual([]);
    } finally {
      await app.close();
    }
  });

  it('are not served field by field either', async () => {
    const { model, store } = server;
    const [everyone] = model.levels;
    const snapshot = await snapshotOf(permitted(model, 'posts', everyone!));
    const app = await createServer({ snapshot, store, appDir });
    const strict = await snapshotOf(model);
    try {
      const id = await firstId('posts');
      const url = `/api/features/posts/${id}`;
      expect((await app.inject(url)).statusCode).toBe(503);
      expect((await app.inject('/api/mvt/tile/posts/3/4/3.pbf')).statusCode).toBe(503);
      app.replaceSnapshot(strict);
      expect((await app.inject(url)).json().properties).toEqual({ side: expect.any(Number) });
    } finally {
      await app.close();
    }
  });
});

const snapshotOf = (model: AtlasModel) =>
  buildSnapshot({
    model,
    store: server.store,
    configDir: server.atlas.configDir,
    serviceAddress: () => null,
  });
