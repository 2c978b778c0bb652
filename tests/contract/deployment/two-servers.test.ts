/**
 * Two servers with one PostGIS and a streaming replica, behind nginx, while parts of it fail in turn.
 * Takes over 30 s: each part is stopped and started again.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { seededRandom } from '../../bench/geometry/polygons.ts';
import { findNginx, startNginx, type Nginx } from '../server/nginx.ts';
import { findPostgres, startCluster, type Cluster } from '../store/postgis.ts';
import { NIGHTLY } from '../../size.ts';

const ISLES = fileURLToPath(new URL('../../atlases/isles', import.meta.url));
const PIERS = NIGHTLY ? 20_000 : 2_000;
const LOAD_MILLISECONDS = NIGHTLY ? 20_000 : 1_500;
const AT_ONCE = 4;
/**
 * Maximum time of a response in milliseconds. Servers give up on a database after eight seconds.
 */
const ANSWER_MILLISECONDS = 12_000;

/** An additional dataset from a table of the database. */
const PIERS_YAML = `
datasets:
  - id: piers
    geometry: point
    permission: anyone
    load: { table: survey.piers }
    key: number
    fields:
      number: { type: integer, label: { es: Número, pt: Número } }
      name: { type: text, label: { es: Nombre, pt: Nome } }
    feeds: { tiles: piers, geojson: piers }
`;
const TABLE = `
  CREATE EXTENSION postgis;
  CREATE SCHEMA survey;
  CREATE TABLE survey.piers AS
    SELECT n AS number, 'Muelle ' || n AS name,
           ST_Transform(ST_SetSRID(ST_MakePoint(-39 + 18 * random(), -9 + 18 * random()), 4326), 3857)::geometry(Point, 3857) AS shape
      FROM generate_series(1, ${PIERS}) n`;

const postgres = findPostgres();
const nginx = findNginx();
const missing =
  'missing' in postgres ? postgres.missing : nginx === null ? 'nginx is not installed' : null;

if (missing !== null || 'missing' in postgres || nginx === null)
  it.skip(`two servers over one database: not tested, because ${missing}`);
else
  describe('two servers over one database with a replica, behind nginx', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atlas-two-'));
    const config = join(folder, 'isles');
    let primary: Cluster;
    let replica: Cluster;
    let servers: readonly ServedAtlas[] = [];
    let proxy: Nginx;

    const start = (number: number, port = '0'): Promise<ServedAtlas> =>
      serveAtlas({
        config,
        dataDir: join(folder, `data-${number}`),
        env: {
          PORT: port,
          DATABASE_URL: primary.databaseUrl,
          DATABASE_READ_URL: replica.databaseUrl,
          LOG_LEVEL: 'silent',
        },
      });

    beforeAll(async () => {
      cpSync(ISLES, config, { recursive: true });
      writeFileSync(join(config, 'piers.yaml'), PIERS_YAML);
      primary = await startCluster(postgres.bin);
      const client = new pg.Client({ connectionString: primary.databaseUrl });
      await client.connect();
      await client.query(TABLE);
      await client.end();
      replica = await primary.startReplica();
      // Both find an empty schema: one creates it and loads, the other waits.
      servers = await Promise.all([start(0), start(1)]);
      proxy = await startNginx(nginx, {
        http: `upstream atlas { ${servers
          .map(({ url }) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`)
          .join(' ')} }`,
        server: `location / {
          proxy_pass http://atlas; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_connect_timeout 2s;
          proxy_next_upstream error timeout non_idempotent; }`,
      });
    }, 180_000);
    afterAll(async () => {
      await proxy?.stop();
      await Promise.all(servers.map((server) => (hasEnded(server) ? undefined : server.stop())));
      await replica?.stop();
      await primary?.stop();
      rmSync(folder, { recursive: true, force: true });
    }, 60_000);

    it('start together with an empty schema, and both serve the table', async () => {
      for (const { url } of servers) {
        const answer = await fetch(`${url}/api/geodata/piers/?limit=1`);
        expect(answer.status).toBe(200);
        const page = (await answer.json()) as { features: { properties: { name: string } }[] };
        expect(page.features[0]?.properties.name).toBe('Muelle 1');
      }
    });

    it('answer a mixed load without a failure', async () => {
      expect(await failuresOf(proxy.url)).toEqual([]);
    });

    it('both show the load of another process, with new tile addresses', async () => {
      const tilesOf = async ({ url }: ServedAtlas): Promise<string> => {
        const { tiles } = (await (await fetch(`${url}/api/mvt/piers.json`)).json()) as {
          tiles: string[];
        };
        return tiles[0]!.replace('{z}/{x}/{y}', '0/0/0');
      };
      const named = async (address: string): Promise<boolean> =>
        (await (await fetch(address)).text()).includes('Muelle nuevo');
      const before = await Promise.all(servers.map(tilesOf));
      expect(await Promise.all(before.map(named))).toEqual([false, false]);
      const client = new pg.Client({ connectionString: primary.databaseUrl });
      await client.connect();
      await client.query("UPDATE survey.piers SET name = 'Muelle nuevo' WHERE number = 1");
      await client.end();
      const report = () => undefined;
      const env = { DATABASE_URL: primary.databaseUrl, ATLAS_DATA_DIR: join(folder, 'data-tool') };
      const io = { out: report, err: report, env, color: false };
      expect(await run(['load', 'piers', '--config', config], io)).toBe(0);
      for (const [i, server] of servers.entries()) {
        await expect.poll(() => tilesOf(server), { timeout: 30_000 }).not.toBe(before[i]);
        expect(await named(await tilesOf(server))).toBe(true);
      }
    }, 90_000);

    it('continue when the replica stops, and when it is back', async () => {
      const failures = await failuresOf(proxy.url, () => replica.halt());
      expect(failures).toEqual([]);
      expect(await failuresOf(proxy.url, () => replica.resume())).toEqual([]);
    });

    it('continue when one server is killed, and use it again', async () => {
      const [first, second] = servers as [ServedAtlas, ServedAtlas];
      expect(
        await failuresOf(proxy.url, async () => {
          first.process.kill('SIGKILL');
        }),
      ).toEqual([]);
      const again = await start(0, new URL(first.url).port);
      servers = [again, second];
      expect(await failuresOf(proxy.url)).toEqual([]);
      const alone = await fetch(`${again.url}/api/geodata/piers/?limit=1`);
      expect(alone.status).toBe(200);
    }, 180_000);

    it('continue to read when the database stops, while the replica answers', async () => {
      // Servers do not use a failed replica for five seconds.
      await new Promise((resolve) => setTimeout(resolve, 5_500));
      expect(await failuresOf(proxy.url, () => primary.halt())).toEqual([]);
    });

    it('answer 503 when both have stopped, and again when they are back', async () => {
      await replica.halt();
      const gone = await fetch(`${proxy.url}/api/geodata/piers/?limit=2`);
      expect([gone.status, gone.headers.get('retry-after')]).toEqual([503, '5']);
      expect((await fetch(proxy.url)).status).toBe(200);
      await primary.resume();
      await replica.resume();
      expect(await failuresOf(proxy.url)).toEqual([]);
    });
  });

/**
 * Requests tiles, features, pages and searches throughout the region; returns responses other than
 * 200.
 */
async function failuresOf(
  url: string,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const end = performance.now() + LOAD_MILLISECONDS;
  const random = seededRandom(5);
  const failures: string[] = [];
  let asked = 0;
  const visitor = async (): Promise<void> => {
    while (performance.now() < end) {
      const { path, init } = question(random);
      asked++;
      try {
        const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
        const answer = await fetch(url + path, { ...init, signal });
        await answer.arrayBuffer();
        if (answer.status !== 200) failures.push(`${path}: ${answer.status}`);
      } catch (error) {
        failures.push(`${path}: ${String(error)}`);
      }
    }
  };
  const half = new Promise((resolve) => setTimeout(resolve, LOAD_MILLISECONDS / 3));
  await Promise.all([...Array.from({ length: AT_ONCE }, visitor), half.then(() => meanwhile())]);
  expect(asked).toBeGreaterThan(AT_ONCE);
  return failures;
}

function hasEnded({ process: { exitCode, signalCode } }: ServedAtlas): boolean {
  return exitCode !== null || signalCode !== null;
}

function question(random: () => number): { readonly path: string; readonly init?: RequestInit } {
  const lng = Math.round(100 * (-38 + 16 * random())) / 100;
  const lat = Math.round(100 * (-8 + 16 * random())) / 100;
  switch (Math.floor(random() * 5)) {
    case 0: {
      const z = 6;
      const x = Math.floor(((lng + 180) / 360) * 2 ** z);
      return { path: `/api/mvt/tile/piers/${z}/${x}/${31 + Math.floor(2 * random())}.pbf` };
    }
    case 1:
      return { path: `/api/features/piers/${1 + Math.floor(random() * PIERS)}` };
    case 2:
      return {
        path: `/api/geodata/piers/?limit=20&bbox=${lng},${lat},${Math.ceil(lng) + 1},${Math.ceil(lat) + 1}`,
      };
    case 3: {
      const [east, north] = [Math.ceil(lng) + 1, Math.ceil(lat) + 1];
      const ring = `${lng} ${lat},${east} ${lat},${east} ${north},${lng} ${north},${lng} ${lat}`;
      return {
        path: '/api/geodata/piers/?limit=20',
        init: {
          method: 'POST',
          body: JSON.stringify({ intersects: `POLYGON((${ring}))` }),
          headers: { 'content-type': 'application/json' },
        },
      };
    }
    default:
      return { path: '/' };
  }
}
