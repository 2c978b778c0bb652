/** The figure R2 of the security plan: the database of the accounts fails at the k-th statement. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsUnavailable } from '../../../server/accounts/errors.ts';
import {
  accountStoreOf,
  openAccountDatabase,
} from '../../../server/accounts/open-account-store.ts';
import type { Sql, SqlDatabase } from '../../../server/accounts/store/sql.ts';
import { ACCOUNT_ROUTES } from '../../../server/routes/account-routes.ts';
import { addOperator, startAccountSite, type AccountSite } from './account-site.ts';
import { Client } from './client.ts';
import { NIGHTLY } from '../../size.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const OTHER = 'Bonobo-Lomako-3!';
/** Every route fails at its first statements; at night at each of its statements. */
const STATEMENTS = NIGHTLY ? 40 : 3;
const TABLES = [
  'account',
  'session',
  'single_use_key',
  'permission',
  'access_request',
  'message',
  'mail',
  'audit',
  'known_network',
];

/** A database that fails at a chosen statement, commits included, and at all after it. */
class FailingDatabase implements SqlDatabase {
  /** Statements until the failure; none fails while it is infinite. */
  left = Infinity;
  readonly #database: SqlDatabase;
  readonly idType = '';
  readonly overriding = '';
  readonly restartIds = null;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  rows: Sql['rows'] = async (...one) => {
    this.#count();
    return this.#database.rows(...one);
  };

  returning: Sql['returning'] = async (...one) => {
    this.#count();
    return this.#database.returning(...one);
  };

  change: Sql['change'] = async (...one) => {
    this.#count();
    return this.#database.change(...one);
  };

  transaction: Sql['transaction'] = (work) =>
    this.#database.transaction(async (sql) => {
      const inside: Sql = {
        rows: async (...one) => {
          this.#count();
          return sql.rows(...one);
        },
        returning: async (...one) => {
          this.#count();
          return sql.returning(...one);
        },
        change: async (...one) => {
          this.#count();
          return sql.change(...one);
        },
        transaction: (nested) => nested(inside),
      };
      const result = await work(inside);
      // The commit.
      this.#count();
      return result;
    });

  exclusive: SqlDatabase['exclusive'] = (work) => this.transaction(work);

  read: SqlDatabase['read'] = (work) => this.#database.read(work);

  close = (): Promise<void> => this.#database.close();

  #count(): void {
    this.left -= 1;
    if (this.left < 0) throw new AccountsUnavailable(new Error('the disk is full'));
  }
}

describe('R2: while the database of the accounts fails', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-failing-'));
  let database: FailingDatabase;
  let site: AccountSite;
  let number = 0;

  beforeAll(async () => {
    database = new FailingDatabase(await openAccountDatabase({ dataDir }));
    site = await startAccountSite({
      store: accountStoreOf(database),
      unlimited: true,
      rules: { roles: ['operator'] },
    });
    // Looks of the timer would count as statements.
    site.opened.accounts.sessions.stop();
  });
  afterAll(async () => {
    database.left = Infinity;
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Returns the id of the operator, who is added again after a route has deleted the account. */
  const findOperator = async (): Promise<number> => {
    const found = await site.opened.accounts.store.accounts.byUsername('operator');
    return found?.id ?? addOperator(site, 'operator', PASSWORD);
  };

  /** Returns all rows that mean something to people, without times of use. */
  const content = async (): Promise<string> => {
    const tables = await Promise.all(
      TABLES.map((table) => database.rows(`SELECT * FROM ${table}`)),
    );
    return JSON.stringify(tables, (key, value: unknown) => (key === 'seen' ? null : value));
  };

  const bodyFor = (url: string): object => ({
    username: `new${number}`,
    email: `new${number}@example.test`,
    password: PASSWORD,
    password1: PASSWORD,
    password2: PASSWORD,
    old_password: PASSWORD,
    new_password1: OTHER,
    new_password2: OTHER,
    first_name: 'A',
    last_name: 'B',
    name: 'M',
    subject: 'S',
    message: 'T',
    reason: 'Our village',
    key: 'k',
    uid: '1',
    token: 't',
    decision: 'refuse',
    answer: 'No',
    action: 'grant',
    ...(url.includes('access-requests') ? {} : { level: 'elder' }),
    ...(url.endsWith('auth/login') && { username: 'operator' }),
  });

  it.each(ACCOUNT_ROUTES.map(({ method, url }) => [method, url] as const))(
    '%s %s answers 503 with the time to wait, and nothing is half done',
    async (method, url) => {
      for (let statements = 0; statements < STATEMENTS; statements++) {
        number += 1;
        database.left = Infinity;
        const { accounts } = site.opened;
        const operator = await findOperator();
        const password = await passwordHash();
        await accounts.store.accounts.setPassword(operator, password);
        const request = await accounts.store.requests.add({
          account: operator,
          level: 'elder',
          reason: 'R',
          answers: {},
          created: number,
        });
        const client = new Client(site);
        if ((await client.login('operator', PASSWORD)).statusCode !== 200)
          throw new Error('the operator cannot log in');
        if (url.endsWith('access-requests'))
          await accounts.store.requests.decide(request, {
            state: 'refused',
            decided: 1,
            by: '',
            answer: '',
          });
        await site.mailed();
        const before = await content();
        database.left = statements;
        const query = url.endsWith('setlang') ? `?language=${number % 2 ? 'fr' : 'en'}` : '';
        const address = url.replace(':id', url.includes('requests') ? `${request}` : `${operator}`);
        const answer = await client.call(method, `${address}${query}`, {
          ...(method !== 'GET' && { body: bodyFor(url) }),
        });
        const hasFailed = database.left < 0;
        database.left = Infinity;
        if (!hasFailed) break;
        if (answer.statusCode !== 503) {
          // The change was made; what failed came after it.
          expect([url, answer.statusCode]).toEqual([url, expect.toSatisfy((it) => it < 500)]);
          continue;
        }
        expect(answer.headers['retry-after']).toBe('5');
        expect(answer.json()).toEqual({ detail: expect.any(String) as string });
        expect(await content()).toBe(before);
        expect((await site.app.inject('/')).statusCode).toBe(200);
      }
    },
    NIGHTLY ? 600_000 : 60_000,
  );

  let hash: Promise<string> | null = null;
  const passwordHash = (): Promise<string> =>
    (hash ??= site.opened.accounts.passwords.hash(PASSWORD));
});

describe('R2: while the mail server is down', () => {
  let silent: Server;
  let site: AccountSite;

  beforeAll(async () => {
    // It accepts connections and never answers.
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    site = await startAccountSite({
      unlimited: true,
      env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
      rules: { roles: ['operator'] },
    });
  });
  afterAll(async () => {
    silent.close();
    silent.unref();
    await site.close();
  });

  it('answers do not wait for it, and operators see what waits and what was given up', async () => {
    await addOperator(site, 'operator', PASSWORD);
    const client = new Client(site);
    await client.login('operator', PASSWORD);
    const email = 'operator@example.test';
    const start = performance.now();
    const calls = Array.from({ length: 20 }, () =>
      client.post('/api/auth/password/reset/', { email }),
    );
    const statuses = new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode));
    expect([...statuses]).toEqual([200]);
    // One attempt alone takes 10 s.
    expect(performance.now() - start).toBeLessThan(5_000);
    const { mails } = site.opened.accounts.store;
    const [first] = await mails.all();
    await mails.drop(first!.id, { at: site.clock.now, error: 'the mailbox is full' });
    const list = (await client.call('GET', '/api/admin/mails/')).json<object[]>();
    expect(list).toHaveLength(20);
    expect(list[0]).toMatchObject({
      kind: 'reset',
      email,
      error: 'the mailbox is full',
      next: null,
      dropped: new Date(site.clock.now).toISOString(),
    });
    expect(list[1]).toMatchObject({ dropped: null });
    // What was given up is not tried again, and is removed after 30 days.
    expect((await mails.due(site.clock.now + 86_400_000, 50)).length).toBe(19);
    await mails.removeDropped(site.clock.now + 1);
    expect(await mails.all()).toHaveLength(19);
    // An operator lets one be sent again, and no other.
    const given = list[2] as { readonly id: number };
    const address = `/api/admin/mails/${given.id}/`;
    expect((await client.post(address, {})).statusCode).toBe(404);
    await mails.drop(given.id, { at: site.clock.now, error: 'the mailbox is full' });
    expect((await client.post(address, {})).statusCode).toBe(200);
    const again = (await mails.all()).find(({ id }) => id === given.id);
    expect(again?.dropped).toBeNull();
    const audit = (await client.call('GET', '/api/admin/audit/')).json<object[]>();
    expect(audit).toContainEqual(
      expect.objectContaining({ by: 'operator', action: 'mail sent again' }),
    );
  });
});
