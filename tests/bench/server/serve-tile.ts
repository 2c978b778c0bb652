/**
 * A server in a separate process for row 13: the routes of the product over a store with one tile,
 * with the log of production, and a stub that looks up each session. Prints its address.
 */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import type { AskerFrom } from '../../../server/access/asker.ts';
import { createServer } from '../../../server/serving/create-server.ts';
import { createLogger } from '../../../server/http/log.ts';
import { startServer } from '../../../server/serving/start-server.ts';
import {
  FixtureStore,
  makeAppFolder,
  makeConfigFolder,
  makeSnapshot,
} from '../../contract/server/fixture.ts';
import { makeTile, SESSION } from './one-tile.ts';

class OneTileStore extends FixtureStore {
  override async tile() {
    return Buffer.from(makeTile());
  }
}

/** Sessions by the hash of the session key, as accounts will store them. */
const sessions = new Map(
  Array.from({ length: 10_000 }, (_, n) => [hashOf(n === 5_000 ? SESSION : `session-${n}`), 2]),
);

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

const askerFrom: AskerFrom = ({ headers }) => {
  const key = /(?:^|;\s*)session=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  const rank = key === undefined ? undefined : sessions.get(hashOf(key));
  return rank === undefined ? { rank: 0, account: false } : { rank, account: true };
};

const app = await createServer({
  snapshot: await makeSnapshot(makeConfigFolder()),
  store: new OneTileStore(),
  appDir: makeAppFolder(),
  logger: createLogger('info', pino.destination('/dev/null')),
  askerFrom,
});
const { url } = await startServer(app, { port: 0 });
process.stdout.write(`${url}\n`);
