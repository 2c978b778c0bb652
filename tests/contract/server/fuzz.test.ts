import { rmSync } from 'node:fs';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/serving/create-server.ts';
import { startServer, type RunningServer } from '../../../server/serving/start-server.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';
import { oddPart } from './odd-inputs.ts';
import { getRaw } from './raw-request.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const RUNS = NIGHTLY ? 10_000 : 300;
const folders: string[] = [];
let app: FastifyInstance;
let server: RunningServer;
let store: FixtureStore;
let port: number;

beforeAll(async () => {
  const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
  folders.push(configDir, appDir);
  store = new FixtureStore();
  app = await createServer({ snapshot: await makeSnapshot(configDir), store, appDir });
  server = await startServer(app, { port: 0 });
  port = Number(new URL(server.url).port);
});

afterAll(async () => {
  await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const name = fc.oneof(fc.constantFrom('wells', 'graves', 'shrines', 'paths', '__proto__'), oddPart);

/** Returns whether a tile address is valid in its only spelling. */
function isTile(z: string, x: string, y: string): boolean {
  const numbers = [z, x, y].map((text) => {
    const plain = decodeURIComponent(text);
    return /^(?:0|[1-9]\d*)$/.test(plain) ? Number(plain) : Number.NaN;
  });
  const [zoom = 0, column = 0, row = 0] = numbers;
  return numbers.every(Number.isInteger) && zoom <= 24 && column < 2 ** zoom && row < 2 ** zoom;
}

describe('odd requests', () => {
  it('for tiles never fail the server, and reach the store only for valid tiles', async () => {
    await fc.assert(
      fc.asyncProperty(name, oddPart, oddPart, oddPart, async (layer, z, x, y) => {
        store.asked.length = 0;
        const { status } = await getRaw(port, `/api/mvt/tile/${layer}/${z}/${x}/${y}.pbf`);
        expect([200, 204, 400, 401, 404]).toContain(status);
        if (store.asked.length > 0) expect(isTile(z, x, y)).toBe(true);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
  });

  it('for pictures never fail the server', async () => {
    const key = fc.constantFrom(
      'REQUEST',
      'layers',
      'srs',
      'CRS',
      'bbox',
      'WIDTH',
      'height',
      'format',
      'styles',
      'version',
      'bgcolor',
      'v',
      'layer',
      'sld',
      '__proto__',
    );
    const value = fc.oneof(
      oddPart,
      fc.constantFrom(
        'GetMap',
        'GetLegendGraphic',
        'GetCapabilities',
        'heat',
        'wells',
        'heat,shrines',
        'EPSG:4326',
        'EPSG:3857',
        '10,0,12,2',
        '2,2',
        'image/png',
        '1.1.1',
        '1.3.0',
      ),
    );
    const base =
      'service=WMS&version=1.1.1&request=GetMap&layers=heat&styles=&srs=EPSG:4326&bbox=10,0,12,2&width=8&height=8&format=image/png'.split(
        '&',
      );
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(base),
        fc.array(fc.tuple(key, value), { maxLength: 5 }),
        async (kept, changes) => {
          const query = [...kept, ...changes.map(([one, other]) => `${one}=${other}`)].join('&');
          const { status } = await getRaw(port, `/wms?${query.replaceAll(/[ #]/g, '')}`);
          expect([200, 400, 401, 404]).toContain(status);
        },
      ),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
  });

  it('for anything else never fail the server, nor reveal a file of the configuration', async () => {
    const start = fc.constantFrom(
      '',
      'atlas/',
      'atlas/files/',
      'assets/',
      'api/',
      'api/features/wells/',
      'api/geodata/',
      'api/mvt/',
      'atlas/session.',
    );
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.array(oddPart, { minLength: 1, maxLength: 4 }),
        async (root, parts) => {
          const { status, body } = await getRaw(port, `/${root}${parts.join('/')}`);
          expect([200, 204, 400, 401, 404, 414]).toContain(status);
          expect(body).not.toContain('CANARY');
          expect(body).not.toContain('atlas: 1');
        },
      ),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
  });
});
