/** An idle server compresses its public tiles better. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TileFiles } from '../../../server/routes/tiles/tile-files.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

const TILE = '/api/mvt/tile/wells/6/34/31.pbf';

let folder: string;
let server: GuardedServer;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-tiles-'));
  const failed = (error: unknown): void => {
    throw error;
  };
  const tileFiles = new TileFiles({ folder, maxBytes: 10_000_000, failed });
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 }, { tileFiles });
  await server.app.listen({ port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly encoding: string | undefined;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

/** Requests a tile without unpacking it. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ port, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          encoding: answer.headers['content-encoding'],
          etag: answer.headers.etag,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

it('sends a public tile in Brotli to those who accept it, once it was idle', async () => {
  const accept = { 'accept-encoding': 'gzip, br' };
  const first = await ask(TILE, accept);
  expect([first.status, first.encoding]).toEqual([200, 'gzip']);
  // The page of a visitor who is not active does not count.
  const events = request({ port, path: '/atlas/events', agent: false }).on(
    'error',
    () => undefined,
  );
  events.end();
  let later = first;
  // A request each moment would keep the server busy.
  const started = performance.now();
  while (later.encoding !== 'br') {
    expect(performance.now() - started).toBeLessThan(30_000);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    later = await ask(TILE, accept);
  }
  events.destroy();
  expect(brotliDecompressSync(later.body)).toEqual(gunzipSync(first.body));
  expect(later.etag).toBe(first.etag!.replace('-gzip', '-br'));
  const known = await ask(TILE, { ...accept, 'if-none-match': later.etag! });
  expect(known.status).toBe(304);
  const zipped = await ask(TILE, { 'accept-encoding': 'gzip' });
  expect([zipped.encoding, zipped.body.equals(first.body)]).toEqual(['gzip', true]);
}, 60_000);

it('leaves tiles with restricted fields as they are', async () => {
  const headers = { 'x-atlas-level': 'warden', 'accept-encoding': 'gzip, br' };
  const first = await ask(TILE, headers);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const later = await ask(TILE, headers);
  expect([first.encoding, later.encoding]).toEqual(['gzip', 'gzip']);
}, 60_000);
