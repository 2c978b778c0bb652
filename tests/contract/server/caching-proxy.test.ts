import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TileFiles } from '../../../server/routes/tiles/tile-files.ts';
import { addressesOf, crawl, gatherTargets } from './crawl.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { findNginx, startNginx, type Nginx } from './nginx.ts';
import { LEVELS } from './secrets.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const PAIRS = NIGHTLY ? 10_000 : 1_000;
/** Number of pairs of requests in parallel, so that responses overlap inside the proxy. */
const AT_ONCE = 8;
const TIMEOUT = 600_000;
/** Bytes before the size of the gzip in a file of the cache. */
const DIGEST_AND_HASH = 32 + 22;

const program = findNginx();
const where = program ?? 'not here: nginx is not installed';

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly text: string;
  /**
   * The cache status of nginx: HIT, MISS and so on; undefined if the request went directly to the
   * server.
   */
  readonly cache: string | undefined;
  readonly control: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 * AT_ONCE });

function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const encoding = response.headers['content-encoding'];
        const plain =
          encoding === 'gzip'
            ? gunzipSync(body)
            : encoding === 'br'
              ? brotliDecompressSync(body)
              : body;
        resolve({
          status: response.statusCode!,
          body,
          text: plain.toString('latin1').toLowerCase(),
          cache: response.headers['x-cache'] as string | undefined,
          control: response.headers['cache-control'] ?? '',
        });
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Returns what a file of the cache contains, as gzip and (once the server was idle) as Brotli. */
function textsOf(file: Buffer): string {
  const length = file.readUInt32BE(DIGEST_AND_HASH);
  const start = DIGEST_AND_HASH + 4;
  const gzip = file.subarray(start, start + length);
  const br = file.subarray(start + length);
  const parts = [gunzipSync(gzip), ...(br.length > 0 ? [brotliDecompressSync(br)] : [])];
  return Buffer.concat(parts).toString('latin1').toLowerCase();
}

describe.runIf(program !== null)(
  `behind nginx with a cache (${where})`,
  { timeout: TIMEOUT },
  () => {
    let server: GuardedServer;
    let tileFiles: TileFiles;
    let folder: string;
    let origin: string;
    let proxy: Nginx;
    /** Addresses that a proxy may cache, and others. */
    let kept: readonly string[];
    let others: readonly string[];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'atlas-tiles-'));
      tileFiles = new TileFiles({
        folder,
        maxBytes: 10_000_000,
        failed: (error) => {
          throw error;
        },
      });
      server = await startGuardedServer({ member: 1, warden: 1, elder: 1 }, { tileFiles });
      origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
      proxy = await startNginx(program!, {
        http: 'proxy_cache_path FOLDER/cache keys_zone=atlas:10m max_size=100m;',
        server: `location / {
        proxy_pass ${origin}; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_cache atlas; add_header X-Cache $upstream_cache_status always;
      }`,
      });
      const all = [...new Set(addressesOf(server.routes, await gatherTargets([server])))];
      const open = await crawl(server.app, all);
      const those = (fits: (headers: string, status: number) => boolean) =>
        all.filter((url) => fits(open.get(`GET ${url}`)!.headers, open.get(`GET ${url}`)!.status));
      kept = those((headers) => headers.includes('cache-control: public'));
      others = [
        ...kept.map((url) => url.split('?v=', 1)[0]!),
        ...those((headers, status) => status === 200 && headers.includes('private')).slice(0, 100),
        ...those((_headers, status) => status === 401).slice(0, 30),
      ];
    }, TIMEOUT);

    afterAll(async () => {
      agent.destroy();
      await proxy?.stop();
      await server?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it(`no visitor of ${PAIRS} interleaved pairs gets the answer for another`, async () => {
      const direct = new Map<string, Promise<Answer>>();
      const expected = (url: string, headers: Record<string, string>): Promise<Answer> => {
        const key = JSON.stringify([url, headers]);
        const known = direct.get(key) ?? ask(origin + url, headers);
        direct.set(key, known);
        return known;
      };
      const above = (level: string) =>
        LEVELS.slice(LEVELS.indexOf(level as 'member') + 1).flatMap((one) => server.secrets[one]);
      const counts = new Map<string, number>();
      const wrong: string[] = [];
      const check = async (url: string, level: string, encoding: string): Promise<void> => {
        const headers = {
          'accept-encoding': encoding,
          ...(level !== 'everyone' && { 'x-atlas-level': level }),
        };
        const through = await ask(proxy.url + url, headers);
        const own = await expected(url, headers);
        counts.set(through.cache ?? 'none', (counts.get(through.cache ?? 'none') ?? 0) + 1);
        const isSame = through.status === own.status && through.body.equals(own.body);
        const leak = above(level).find((secret) => through.text.includes(secret.toLowerCase()));
        if (!isSame || leak !== undefined)
          wrong.push(`${level} ${encoding} ${url} ${through.cache}: ${leak}`);
        if (through.cache === 'HIT' && !through.control.startsWith('public'))
          wrong.push(`kept: ${url}`);
      };
      const pairs = fc.sample(
        fc.record({
          url: fc.oneof(fc.constantFrom(...kept), fc.constantFrom(...others)),
          level: fc.constantFrom('warden', 'warden', 'member', 'elder'),
          encodings: fc.tuple(
            fc.constantFrom('identity', 'gzip', 'br'),
            fc.constantFrom('identity', 'gzip', 'br'),
          ),
          elderFirst: fc.boolean(),
        }),
        { seed: SEED_OF_THE_DAY, numRuns: PAIRS },
      );
      const queue = pairs.values();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const { url, level, encodings, elderFirst } of queue) {
            const both = [
              () => check(url, 'everyone', encodings[0]),
              () => check(url, level, encodings[1]),
            ];
            await Promise.all((elderFirst ? both.reverse() : both).map((one) => one()));
          }
        }),
      );
      expect(wrong).toEqual([]);
      // The proxy cached some answers, and not all.
      expect(counts.get('HIT') ?? 0).toBeGreaterThan(PAIRS / 4);
      expect(counts.get('MISS') ?? 0).toBeGreaterThan(50);
    });

    it('the cache of the server on disk has public data only', async () => {
      await tileFiles.settled();
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      expect(files.length).toBeGreaterThan(3);
      const secrets = LEVELS.slice(1).flatMap((level) => server.secrets[level]);
      for (const { parentPath, name } of files) {
        const text = textsOf(readFileSync(join(parentPath, name)));
        expect(secrets.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([]);
      }
    });

    it('versions that a change removes are deleted from disk', async () => {
      const { snapshot, app } = server;
      const wells = snapshot.datasets.get('wells')!;
      const versions = Object.fromEntries(
        Object.keys(wells.versions).map((level) => [level, `new-${level}`]),
      );
      const before = readdirSync(folder);
      app.replaceSnapshot({
        ...snapshot,
        datasets: new Map(snapshot.datasets).set('wells', { ...wells, versions }),
      });
      await tileFiles.settled();
      const after = readdirSync(folder);
      app.replaceSnapshot(snapshot);
      expect(after.length).toBeLessThan(before.length);
      expect(before).toEqual(expect.arrayContaining(after));
    });
  },
);
