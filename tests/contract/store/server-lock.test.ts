import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type StorePlace } from '../../../server/store/open-store.ts';
import { withoutServers } from '../../../server/store/postgis/server-lock.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';

const TIMEOUT = 60_000;
/** Milliseconds after which everything works again. */
const RECOVERY = 10_000;
const postgres = findPostgres();

describe('servers that use a database', { timeout: TIMEOUT }, () => {
  if ('missing' in postgres) {
    it.skip(`not tested, because ${postgres.missing}`);
    return;
  }
  let cluster: Cluster;
  let place: StorePlace;
  beforeAll(async () => {
    cluster = await startCluster(postgres.bin);
    place = { databaseUrl: cluster.databaseUrl, role: 'server' };
  }, TIMEOUT);
  afterAll(() => cluster.stop(), TIMEOUT);

  const whenAlone = () => withoutServers(cluster.databaseUrl, async () => 'alone');

  it('prevent a restore until the last one has stopped', async () => {
    const tool = await openStore({ databaseUrl: cluster.databaseUrl });
    expect(await whenAlone()).toBe('alone');
    const [one, two] = [await openStore(place), await openStore(place)];
    await expect(whenAlone()).rejects.toThrow('2 servers use this database.');
    await one.close();
    await expect(whenAlone()).rejects.toThrow('A server uses this database.');
    await two.close();
    expect(await whenAlone()).toBe('alone');
    await tool.close();
  });

  it('do not start during a restore', async () => {
    const start = withoutServers(cluster.databaseUrl, () => openStore(place));
    await expect(start).rejects.toMatchObject({
      name: 'StoreBusy',
      message: expect.stringContaining('A backup is being restored'),
    });
    await (await openStore(place)).close();
  });

  it('are detected again after the database was not available', async () => {
    const server = await openStore(place);
    await cluster.halt();
    await cluster.resume();
    const since = performance.now();
    while ((await whenAlone().catch(() => 'used')) === 'alone')
      expect(performance.now() - since).toBeLessThan(RECOVERY);
    await server.close();
    expect(await whenAlone()).toBe('alone');
  });
});
