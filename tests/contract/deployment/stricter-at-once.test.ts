/**
 * A stricter permission is served while data are being loaded. Takes over 30 s, because loads must
 * really take a long time.
 */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServedAtlas } from '../../browser/serve-atlas.ts';
import { NIGHTLY, sample } from '../../size.ts';
import { findPostgres, startCluster, type Cluster } from '../store/postgis.ts';
import { filesOf, seenAt, serveConfig, stateOf, writeConfig } from './config-on-disk.ts';
import { isRunning, preparersOf } from './processes.ts';

/** Number of generated points: their load takes some seconds; at night, minutes. */
const POINTS = NIGHTLY ? 1_000_000 : 80_000;
const LONG = 600_000;

const postgres = findPostgres();
const STORES = [
  { name: 'SQLite', missing: null },
  { name: 'PostGIS', missing: 'missing' in postgres ? postgres.missing : null },
];

/** The dataset whose load takes long; another `type` or `only` loads it again. */
const bigYaml = (type: 'text' | 'integer', only = '') => `datasets:
  - id: buoys
    geometry: point
    permission: anyone
    load: { file: data/buoys.geojson }
    fields:
      number: { type: ${type}, label: { en: Number } }
      depth: { type: integer, label: { en: Depth } }
${only}    feeds: { geojson: buoys }
`;

function buoys(): string {
  const features = Array.from({ length: POINTS }, (_, number) => {
    const coordinates = [-39 + ((number * 7) % 18_000) / 1_000, -9 + (number % 17_000) / 1_000];
    const properties = { number, depth: number % 7 };
    return JSON.stringify({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates },
    });
  });
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}`;
}

for (const { name, missing } of sample(STORES, 2))
  describe.skipIf(missing !== null)(
    `a configuration over ${name} that becomes stricter while much is to be loaded (daily one store; nightly both)${missing === null ? '' : ` (${missing})`}`,
    () => {
      const base = mkdtempSync(join(tmpdir(), 'atlas-stricter-'));
      const config = join(base, 'config');
      let cluster: Cluster | null = null;
      let served: ServedAtlas;
      let title = 0;

      beforeAll(async () => {
        writeConfig(config, { title, pier: 1, permission: 'anyone' });
        writeFileSync(join(config, 'data/buoys.geojson'), buoys());
        if (name === 'PostGIS' && !('missing' in postgres))
          cluster = await startCluster(postgres.bin);
        const env = cluster ? { DATABASE_URL: cluster.databaseUrl } : {};
        served = await serveConfig(config, join(base, 'data'), env);
      }, LONG);
      afterAll(async () => {
        await served?.stop();
        await cluster?.stop();
        rmSync(base, { recursive: true, force: true });
      });

      /** Writes files in one step each, so that none is read half. */
      const write = (files: Readonly<Record<string, string>>): void => {
        mkdirSync(`${config}.aside`, { recursive: true });
        for (const [path, text] of Object.entries(files)) {
          writeFileSync(`${config}.aside/file`, text);
          renameSync(`${config}.aside/file`, join(config, path));
        }
      };
      const data = (permission: 'anyone' | 'keeper') =>
        filesOf({ title: 0, pier: 1, permission })['layers/data.yaml'];
      const atlas = (number: number) =>
        filesOf({ title: number, pier: 1, permission: 'anyone' })['atlas.yaml'];
      const seen = () => seenAt(served.url);
      const statusOf = async (dataset: string) =>
        (await fetch(`${served.url}/api/geodata/${dataset}/?limit=1`)).status;
      const until = (state: () => Promise<unknown>, value: unknown) =>
        expect.poll(state, { timeout: LONG, interval: 100 }).toEqual(value);
      /** Stops the processes of a load, so that it cannot end before it is killed. */
      const stopLoad = async (): Promise<number[]> => {
        let pids: number[] = [];
        await until(async () => (pids = preparersOf(served.process.pid!, 'read')).length, 1);
        for (const pid of pids) process.kill(pid, 'SIGSTOP');
        return pids;
      };
      const isLoading = async () => (await stateOf(served)).pending === 'loading';

      it(
        'hides the layer before the data are loaded, and tells open pages',
        async () => {
          const events = await fetch(`${served.url}/atlas/events`);
          const stream = events.body!.pipeThrough(new TextDecoderStream()).getReader();
          const first = (await stream.read()).value;
          write({ 'layers/buoys.yaml': bigYaml('integer'), 'layers/data.yaml': data('keeper') });
          await until(seen, 'Atlas 0000, hidden');
          expect(await statusOf('buoys')).not.toBe(200);
          expect(await isLoading()).toBe(true);
          let news = '';
          while (!news.includes('data:')) news = (await stream.read()).value ?? 'data: no';
          expect(news).not.toBe(first);
          await stream.cancel();
          await until(() => statusOf('buoys'), 200);
          await until(isLoading, false);
          expect(await seen()).toBe('Atlas 0000, hidden');
        },
        LONG,
      );

      it(
        'ends a load when the texts change, and serves the last ones',
        async () => {
          write({ 'layers/buoys.yaml': bigYaml('text'), 'layers/data.yaml': data('anyone') });
          await until(isLoading, true);
          for (title = 1; title <= 3; title++) {
            const stopped = await stopLoad();
            write({
              'atlas.yaml': atlas(title),
              'layers/data.yaml': data(title === 2 ? 'anyone' : 'keeper'),
            });
            await until(async () => stopped.some(isRunning), false);
          }
          await until(isLoading, false);
          await until(seen, 'Atlas 0003, hidden');
          if (!cluster) {
            const versions = readdirSync(join(base, 'data/versions'));
            expect(versions.filter((file) => file.endsWith('.building'))).toEqual([]);
          }
        },
        LONG,
      );

      it(
        'serves no data that `only` excludes now, until they are loaded',
        async () => {
          expect(await statusOf('buoys')).toBe(200);
          write({ 'layers/buoys.yaml': bigYaml('text', '    only: { depth: 3 }\n') });
          await until(() => statusOf('buoys'), 503);
          expect(await isLoading()).toBe(true);
          await until(() => statusOf('buoys'), 200);
          const page = await (await fetch(`${served.url}/api/geodata/buoys/?limit=20`)).text();
          expect(new Set(page.match(/"depth":\d/g))).toEqual(new Set(['"depth":3']));
        },
        LONG,
      );

      it(
        'hides the layer while other texts have errors in their data, and says so',
        async () => {
          await until(isLoading, false);
          write({ 'layers/data.yaml': data('anyone') });
          await until(seen, 'Atlas 0003, Pier 0001');
          writeFileSync(join(config, 'data/broken.geojson'), '{');
          const broken = bigYaml('text')
            .replaceAll('buoys', 'broken')
            .replace('    feeds: { geojson: broken }\n', '');
          write({ 'layers/broken.yaml': broken, 'layers/data.yaml': data('keeper') });
          await until(seen, 'Atlas 0003, hidden');
          await until(isLoading, false);
          expect(await seen()).toBe('Atlas 0003, hidden');
          expect((await stateOf(served)).errors).toBeGreaterThan(0);
          expect(served.output()).toContain('The configuration has errors in its data.');
        },
        LONG,
      );

      it(
        'hides the layer while a data file of another dataset is missing',
        async () => {
          rmSync(join(config, 'data/broken.geojson'));
          write({ 'layers/broken.yaml': '# Nothing.\n', 'layers/data.yaml': data('anyone') });
          await until(seen, 'Atlas 0003, Pier 0001');
          rmSync(join(config, 'data/buoys.geojson'));
          write({ 'layers/data.yaml': data('keeper') });
          await until(seen, 'Atlas 0003, hidden');
          await until(isLoading, false);
          expect(await seen()).toBe('Atlas 0003, hidden');
          expect((await stateOf(served)).errors).toBeGreaterThan(0);
          write({ 'data/buoys.geojson': buoys(), 'layers/data.yaml': data('keeper') });
          await until(async () => (await stateOf(served)).errors, 0);
        },
        LONG,
      );

      it(
        'reports errors in the texts in `/health`',
        async () => {
          write({ 'layers/broken.yaml': 'grupos: []\n', 'layers/data.yaml': data('anyone') });
          const health = async () => (await fetch(`${served.url}/health`)).json();
          await until(async () => (await health()).configuration, 'errors');
          expect(await seen()).toBe('Atlas 0003, hidden');
          rmSync(join(config, 'layers/broken.yaml'));
          await until(seen, 'Atlas 0003, Pier 0001');
          await until(async () => (await health()).configuration, undefined);
        },
        LONG,
      );
    },
  );
