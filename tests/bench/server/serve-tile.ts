/**
 * A server in a separate process for row 13: the routes of the product over a store with one tile, with
 * the log of production, and 10 000 accounts with a session each in SQLite. Prints its address and the
 * session of a visitor.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openAccounts } from '../../../server/accounts/open-accounts.ts';
import { hashSecret, randomSecret, randomToken } from '../../../server/accounts/secrets.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { createServer } from '../../../server/serving/create-server.ts';
import { createLogger } from '../../../server/http/log.ts';
import { startServer } from '../../../server/serving/start-server.ts';
import { someAccount } from '../../contract/accounts/account-stores.ts';
import {
  FixtureStore,
  makeAppFolder,
  makeConfigFolder,
  makeSnapshot,
} from '../../contract/server/fixture.ts';
import { makeTile } from './one-tile.ts';

const ACCOUNTS = 10_000;
const HOUR = 3_600_000;

class OneTileStore extends FixtureStore {
  override async tile() {
    return Buffer.from(makeTile());
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'atlas-bench-accounts-'));
const snapshot = await makeSnapshot(makeConfigFolder());
const logger = createLogger('info', pino.destination('/dev/null'));
const opened = await openAccounts({
  place: { dataDir },
  settings: readSettings({ ATLAS_DATA_DIR: dataDir }),
  logger,
  snapshot: () => snapshot,
  site: () => 'http://localhost',
});
const cookie = randomSecret();
await opened.accounts.store.transaction(async ({ accounts, sessions }) => {
  const now = Date.now();
  for (let at = 0; at < ACCOUNTS; at++) {
    const names = { username: `person${at}`, email: `person${at}@example.test` };
    const account = (await accounts.add(someAccount(names)))!;
    const secret = at === ACCOUNTS / 2 ? cookie : randomSecret();
    await sessions.add({
      account,
      cookie: hashSecret(secret),
      key: hashSecret(randomToken()),
      created: now,
      seen: now,
      expires: now + HOUR,
      device: '',
      network: '',
    });
  }
});
opened.start();
const app = await createServer({
  snapshot,
  logger,
  accounts: opened.accounts,
  store: new OneTileStore(),
  appDir: makeAppFolder(),
});
const { url } = await startServer(app, { port: 0 });
const profile = await app.inject({
  url: '/api/users/profile',
  headers: { cookie: `sessionid=${cookie}` },
});
if (profile.statusCode !== 200) throw new Error(`the session answers ${profile.statusCode}`);
process.stdout.write(`${url} ${cookie}\n`);
