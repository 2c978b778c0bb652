import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWmsServer, type WmsServer } from './wms-server.ts';

/** Delays rasters until it is opened. */
let opened: () => void;
let held: Promise<void> | null;
let asked: number;
let server: WmsServer;

beforeEach(async () => {
  server = await startWmsServer();
  held = new Promise((resolve) => (opened = resolve));
  asked = 0;
  const raster = server.store.raster.bind(server.store);
  server.store.raster = async (dataset) => {
    asked += 1;
    await held;
    return raster(dataset);
  };
});
afterEach(() => server.close());

const LARGE = { width: '600', height: '600' };
const SMALL = { width: '10', height: '10' };

describe('large pictures', () => {
  it('do not use the places of small ones', async () => {
    const large = Array.from({ length: 20 }, () => server.ask(LARGE));
    while (asked < 2) await sleep(1);
    held = null;
    expect((await server.ask(SMALL)).statusCode).toBe(200);
    opened();
    for (const answer of await Promise.all(large)) expect(answer.statusCode).toBe(200);
  });

  it('are not drawn for disconnected clients', async () => {
    await server.app.listen({ port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    let arrived = 0;
    server.app.server.on('request', () => (arrived += 1));
    const path =
      '/wms?request=GetMap&version=1.1.1&layers=heat,heat&styles=&srs=EPSG:4326&bbox=10,0,12,2&width=600&height=600&format=image/png';
    const waiting = Array.from({ length: 20 }, () => get({ port, path, agent: false }));
    for (const one of waiting) one.on('error', () => undefined);
    while (arrived < waiting.length || asked < 2) await sleep(1);
    for (const one of waiting) one.destroy();
    await sleep(100);
    opened();
    expect((await server.ask(LARGE)).statusCode).toBe(200);
    // The two in progress, without their second layer, and the last.
    expect(asked).toBe(3);
  });
});

describe('faults as pictures, and legends', () => {
  it.each([
    ['of the largest size', { layers: 'no-such', exceptions: 'BLANK' }],
    ['of a layer', { request: 'GetLegendGraphic', layer: 'heat', width: '1', height: '1' }],
  ])('are limited too, such as those %s', async (_of, changes) => {
    const answers = await Promise.all(Array.from({ length: 260 }, () => server.ask(changes)));
    const drawn = answers.filter(({ headers }) => headers['content-type'] === 'image/png');
    expect(drawn.length).toBeGreaterThan(40);
    expect(drawn.length).toBeLessThan(260);
  });
});
