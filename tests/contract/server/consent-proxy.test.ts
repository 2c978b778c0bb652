import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANARY, LAST, startConsentSite, type ConsentSite } from './consent-site.ts';
import { findNginx, startNginx, type Nginx } from './nginx.ts';

const program = findNginx();
const where = program ?? 'not here: nginx is not installed';
const TIMEOUT = 60_000;

describe.runIf(program !== null)(
  `data with a consent behind nginx with a cache (${where})`,
  { timeout: TIMEOUT },
  () => {
    let site: ConsentSite;
    let proxy: Nginx;
    let consented: readonly string[];
    let open: string;

    beforeAll(async () => {
      site = await startConsentSite(1);
      const origin = await site.app.listen({ port: 0, host: '127.0.0.1' });
      proxy = await startNginx(program!, {
        http: 'proxy_cache_path FOLDER/cache keys_zone=atlas:10m max_size=100m;',
        // A proxy that would keep whatever the server does not forbid.
        server: `location / {
          proxy_pass ${origin}; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_cache atlas; proxy_cache_valid any 1h;
          add_header X-Cache $upstream_cache_status always;
        }`,
      });
      const { datasets } = site.app.currentSnapshot();
      const versionOf = (dataset: string): string =>
        String(Object.values(datasets.get(dataset)!.versions)[0]);
      const [first] = await site.store.page({ dataset: 'springs', fields: [], limit: 1 });
      open = `/api/mvt/tile/paths/6/33/31.pbf?v=${versionOf('paths')}`;
      consented = [
        `/api/mvt/tile/springs/6/33/31.pbf?v=${versionOf('springs')}`,
        `/api/features/springs/${first!.id}`,
        '/api/geodata/springs/',
        '/ogc/collections/springs/items',
        `/api/search?q=${CANARY}`,
        `/api/photos/springs/picture/${CANARY}-1.jpg`,
      ];
    }, TIMEOUT);
    afterAll(async () => {
      await proxy?.stop();
      await site?.close();
    });

    const ask = async (url: string) => {
      const answer = await fetch(`${proxy.url}${url}`);
      const { status, headers } = answer;
      return { status, cache: headers.get('x-cache'), text: await answer.text() };
    };

    it('are never taken from the cache, as open tiles are', async () => {
      await ask(open);
      expect(await ask(open)).toMatchObject({ status: 200, cache: 'HIT' });
      for (const url of consented) {
        await ask(url);
        const again = await ask(url);
        expect([url, again.status]).toEqual([url, 200]);
        expect([url, again.cache]).not.toEqual([url, 'HIT']);
      }
    });

    it('are gone from every answer of the proxy on the day after the last', async () => {
      const before = await Promise.all(consented.map(ask));
      expect(before.filter(({ text }) => text.includes(CANARY)).length).toBeGreaterThan(2);
      site.setTime(LAST + 1);
      await site.noticed(async () => (await ask(consented[1]!)).status === 404);
      for (const url of consented)
        expect([url, (await ask(url)).text.includes(`${CANARY} `)]).toEqual([url, false]);
      expect((await ask(open)).status).toBe(200);
    });
  },
);
