/**
 * A browser uses the server while other clients use as many connections and as much memory of the
 * server as possible.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRaw, requestOf, type RawReader } from '../contract/server/large-store.ts';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { NIGHTLY } from '../size.ts';

const SHARE = NIGHTLY ? 1 : 0.1;
const [STALLED, LISTENERS, SENDERS] = [500 * SHARE, 2_000 * SHARE, 1_000 * SHARE] as const;
/** Number of reefs. Each is a polygon of 70 kB of GeoJSON. */
const REEFS = 200;
/** Maximum memory of the server in bytes, the loaded data included. */
const MOST_MEMORY = 1.5e9;
/** Maximum growth of the memory in bytes; each unread response has 14 MB. */
const MOST_GROWTH = NIGHTLY ? 1e9 : 700e6;

const ISLES = fileURLToPath(new URL('../atlases/isles', import.meta.url));

const LARGE_ANSWERS = [
  '/api/geodata/reefs/',
  '/api/geodata/reefs/?limit=10000',
  '/ogc/collections/reefs/items?limit=10000',
  `/api/geodata/reefs/?intersects=${encodeURIComponent('POLYGON((-40 -10,-20 -10,-20 10,-40 10,-40 -10))')}`,
];

/** Writes the atlas of invented islands with reefs of many vertices. */
function writeAtlas(config: string): void {
  cpSync(ISLES, config, { recursive: true });
  mkdirSync(join(config, 'data'), { recursive: true });
  const reef = (n: number): object => {
    const [lng, lat] = [-39 + (n % 40) * 0.45, -9 + Math.floor(n / 40) * 0.7];
    const ring = Array.from({ length: 2_800 }, (_, i) => {
      const angle = (i / 2_800) * 2 * Math.PI;
      const radius = 0.2 + 0.01 * Math.sin(40 * angle);
      return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)].map((degrees) =>
        Number(degrees.toFixed(7)),
      );
    });
    return {
      type: 'Feature',
      properties: { name: `Reef ${n}` },
      geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
    };
  };
  const features = Array.from({ length: REEFS }, (_, n) => reef(n));
  writeFileSync(
    join(config, 'data/reefs.geojson'),
    JSON.stringify({ type: 'FeatureCollection', features }),
  );
  writeFileSync(
    join(config, 'reefs.yaml'),
    `datasets:
  - id: reefs
    geometry: polygon
    permission: anyone
    load: { file: data/reefs.geojson }
    fields:
      name: { type: text, label: { es: Nombre, pt: Nome } }
    feeds: { tiles: { name: reefs }, geojson: reefs }
groups:
  - id: reefs
    name: { es: Arrecifes, pt: Recifes }
    category: sea
    sublayers:
      - { id: area, type: fill, source: reefs, paint: { fill-color: '#7A5195' } }
`,
  );
}

describe(`${STALLED} stalled readers, ${LISTENERS} event streams and ${SENDERS} slow senders`, () => {
  let root: string;
  let atlas: ServedAtlas;
  let browser: Browser;
  const readers: RawReader[] = [];
  let dribble: NodeJS.Timeout;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'atlas-under-load-'));
    const config = join(root, 'config');
    writeAtlas(config);
    atlas = await serveAtlas({ config, dataDir: join(root, 'data'), env: { METRICS_PORT: '0' } });
    browser = await sharedBrowser();
  }, 400_000);
  afterAll(async () => {
    clearInterval(dribble);
    for (const { socket } of readers) socket.destroy();
    await closePages(browser);
    await atlas?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  async function figure(name: string): Promise<number> {
    const url = /Metrics at (\S+)/.exec(atlas.output())![1]!;
    const line = (await (await fetch(url)).text()).split('\n').find((one) => one.startsWith(name));
    return Number(line?.split(' ').at(-1) ?? NaN);
  }

  /** Opens connections from twenty client addresses, a hundred at a time. */
  async function openMany(count: number, textOf: (n: number) => string, paused: boolean) {
    const port = Number(new URL(atlas.url).port);
    const opened: RawReader[] = [];
    for (let n = 0; n < count; n += 100)
      opened.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(100, count - n) }, (_, i) =>
            openRaw(port, textOf(n + i), { localAddress: `127.0.0.${10 + (i % 20)}`, paused }),
          ),
        )),
      );
    readers.push(...opened);
    return opened;
  }

  it('leave the server usable for a visitor and its memory bounded', async () => {
    const before = await figure('process_resident_memory_bytes');
    const listeners = await openMany(LISTENERS, () => requestOf('/atlas/events'), false);
    const senders = await openMany(
      SENDERS,
      () => 'GET / HTTP/1.1\r\nHost: atlas\r\nx-slow: ',
      false,
    );
    dribble = setInterval(() => {
      for (const { socket } of senders) socket.write('a');
    }, 1_000);
    await openMany(STALLED, (n) => requestOf(LARGE_ANSWERS[n % LARGE_ANSWERS.length]!), true);
    // The server needs time to accept them.
    const all = LISTENERS + SENDERS + STALLED;
    for (let n = 0; n < 40 && (await figure('atlas_connections')) < all; n += 1) await sleep(100);
    for (let n = 0; n < 40 && (await figure('atlas_event_streams')) < LISTENERS; n += 1)
      await sleep(100);
    expect(await figure('atlas_event_streams')).toBe(LISTENERS);
    expect(await figure('atlas_connections')).toBeGreaterThan(LISTENERS + STALLED);

    const { page, problems } = await openPage(browser, { locale: 'es-ES' });
    const began = performance.now();
    await page.goto(`${atlas.url}/?lang=es#9/3.1/-33&layers=lights`);
    await waitForMap(page);
    await page.mouse.click(MIDDLE.x, MIDDLE.y);
    await page.getByRole('button', { name: /Vistas, .* 1/ }).waitFor();
    await page.goto(`${atlas.url}/?lang=es#5/0/-30&layers=reefs`);
    await waitForMap(page);
    const [took, memory] = [
      performance.now() - began,
      await figure('process_resident_memory_bytes'),
    ];
    process.stdout.write(
      `under load: map and popup after ${took.toFixed(0)} ms, memory ${(before / 1e6).toFixed(0)} to ${(memory / 1e6).toFixed(0)} MB\n`,
    );
    expect(problems).toEqual([]);
    expect(memory).toBeLessThan(MOST_MEMORY);
    expect(memory - before).toBeLessThan(MOST_GROWTH);
    expect(await figure('atlas_bytes_in_flight')).toBeLessThan(80e6);
    // Listeners keep their streams; slow senders are disconnected.
    expect(listeners.every((one) => !one.isClosed())).toBe(true);
    for (let n = 0; n < 60 && !senders.every((one) => one.isClosed()); n += 1) await sleep(500);
    expect(senders.filter((one) => !one.isClosed())).toEqual([]);
    expect(atlas.process.exitCode).toBeNull();
  }, 240_000);
});
