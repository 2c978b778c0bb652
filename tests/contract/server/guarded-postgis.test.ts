import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../server/http/log.ts';
import { findPostgres, startCluster, type Cluster } from '../store/postgis.ts';
import { addressesOf, crawl, gatherTargets, postsOf, type Posted } from './crawl.ts';
import { findAbove } from './find-above.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { logIn } from './log-in.ts';
import { LEVELS } from './secrets.ts';
import { NIGHTLY } from '../../size.ts';

const TIMEOUT = 120_000;
/** The test requests only one of this number of addresses. */
const STEP = NIGHTLY ? 1 : 3;
const postgres = findPostgres();
const SEEDS = { member: 1, warden: 1, elder: 1 };

/** Repeats the crawl of the guarded atlas with the other store. */
describe('a canary in PostGIS', { timeout: TIMEOUT }, () => {
  if ('missing' in postgres) {
    it.skip(`not tested, because ${postgres.missing}`);
    return;
  }
  const lines: string[] = [];
  let cluster: Cluster;
  let server: GuardedServer;
  let embedded: GuardedServer;
  let asked: (string | Posted)[];

  beforeAll(async () => {
    cluster = await startCluster(postgres.bin);
    const { databaseUrl } = cluster;
    const logger = createLogger('trace', { write: (line) => void lines.push(line) });
    server = await startGuardedServer(SEEDS, { place: { databaseUrl }, logger });
    embedded = await startGuardedServer(SEEDS);
    const targets = await gatherTargets([server, embedded]);
    const addresses = addressesOf(server.routes, targets);
    const posts = await postsOf(server.app, server.routes, targets);
    asked = [...addresses.filter((_, at) => at % STEP === 0), ...posts];
  }, TIMEOUT);
  afterAll(async () => {
    await server?.close();
    await embedded?.close();
    await cluster?.stop();
  }, TIMEOUT);

  it.each([...LEVELS.entries()])('above rank %i never reaches %s', async (rank, level) => {
    const answers = await crawl(server.app, asked, { headers: await logIn(server, level) });
    expect(await findAbove(answers, server.secrets, rank)).toEqual([]);
    // Permissions do not depend on the store.
    const headers = await logIn(embedded, level);
    const others = await crawl(embedded.app, asked, { headers });
    const statuses = (all: typeof answers) =>
      [...all].map(([address, { status }]) => `${status} ${address}`);
    expect(statuses(answers)).toEqual(statuses(others));
  });

  it('is in no log, even while the database is not available', async () => {
    await cluster.stop();
    const some = asked.filter((_, at) => at % 5 === 0);
    for (const [rank, level] of LEVELS.entries()) {
      const answers = await crawl(server.app, some, rank > 0 ? { level } : {});
      expect(await findAbove(answers, server.secrets, rank)).toEqual([]);
      const failed = [...answers.values()].filter(({ status }) => status >= 500);
      expect(failed.length).toBeGreaterThan(0);
      for (const { status, headers } of failed)
        expect([status, headers]).toEqual([503, expect.stringContaining('retry-after: 5')]);
    }
    const log = lines.join('').toLowerCase();
    expect(log).toContain('"unavailable"');
    for (const level of LEVELS)
      for (const secret of server.secrets[level]) expect(log).not.toContain(secret.toLowerCase());
  });
});
