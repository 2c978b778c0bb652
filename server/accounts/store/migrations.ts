/** The tables of accounts, for both databases. */
import type { Sql, SqlDatabase } from './sql.ts';

/**
 * The statements of the migrations, by number. A published migration never changes. `$id` is
 * replaced by the type of a key that the database assigns. Times are milliseconds since 1970.
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    // Accounts whose address is not confirmed do not reserve it: anyone can write any address.
    `CREATE TABLE account (
       id $id,
       email text NOT NULL,
       username text NOT NULL,
       username_key text NOT NULL UNIQUE,
       hash text NOT NULL,
       first_name text NOT NULL,
       last_name text NOT NULL,
       fields text NOT NULL,
       agreement text,
       locale text NOT NULL,
       created bigint NOT NULL,
       confirmed bigint,
       suspended bigint,
       demonstration integer NOT NULL
     )`,
    'CREATE UNIQUE INDEX account_email ON account (email) WHERE confirmed IS NOT NULL',
    'CREATE INDEX account_all_emails ON account (email)',
    `CREATE TABLE session (
       id $id,
       account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       cookie text NOT NULL UNIQUE,
       token text NOT NULL UNIQUE,
       created bigint NOT NULL,
       seen bigint NOT NULL,
       expires bigint NOT NULL,
       device text NOT NULL,
       network text NOT NULL
     )`,
    'CREATE INDEX session_account ON session (account)',
    `CREATE TABLE single_use_key (
       hash text PRIMARY KEY,
       account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       purpose text NOT NULL,
       expires bigint NOT NULL
     )`,
    'CREATE INDEX single_use_key_account ON single_use_key (account)',
    `CREATE TABLE permission (
       id $id,
       account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       level text NOT NULL,
       scope text NOT NULL,
       until bigint,
       granted_by text NOT NULL,
       created bigint NOT NULL,
       UNIQUE (account, level, scope)
     )`,
    `CREATE TABLE access_request (
       id $id,
       account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       level text NOT NULL,
       reason text NOT NULL,
       created bigint NOT NULL,
       state text NOT NULL,
       decided bigint,
       decided_by text,
       answer text NOT NULL
     )`,
    'CREATE INDEX access_request_account ON access_request (account)',
    `CREATE TABLE message (
       id $id,
       kind text NOT NULL,
       name text NOT NULL,
       email text NOT NULL,
       subject text NOT NULL,
       message text NOT NULL,
       context text NOT NULL,
       locale text NOT NULL,
       account bigint REFERENCES account (id) ON DELETE CASCADE,
       created bigint NOT NULL,
       done bigint,
       done_by text
     )`,
    `CREATE TABLE mail (
       id $id,
       kind text NOT NULL,
       email text NOT NULL,
       locale text NOT NULL,
       value_texts text NOT NULL,
       created bigint NOT NULL,
       due bigint NOT NULL,
       attempts integer NOT NULL
     )`,
    'CREATE INDEX mail_due ON mail (due)',
    // Lines outlive the account that they name.
    `CREATE TABLE audit (
       id $id,
       at bigint NOT NULL,
       actor text NOT NULL,
       action text NOT NULL,
       account bigint,
       detail text NOT NULL
     )`,
    // Counts the changes of sessions and permissions, so that other processes notice them.
    'CREATE TABLE change_count (number bigint NOT NULL)',
    'INSERT INTO change_count VALUES (0)',
  ],
  [
    // Networks from which an account has logged in: guesses from elsewhere do not keep its owner out.
    `CREATE TABLE known_network (
       account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       network text NOT NULL,
       seen bigint NOT NULL,
       PRIMARY KEY (account, network)
     )`,
    'INSERT INTO known_network SELECT account, network, max(seen) FROM session GROUP BY account, network',
    'CREATE INDEX audit_account ON audit (account)',
    // Why a mail could not be sent, and when it was given up.
    "ALTER TABLE mail ADD COLUMN error text NOT NULL DEFAULT ''",
    'ALTER TABLE mail ADD COLUMN dropped bigint',
  ],
  [
    `CREATE TABLE download (
       id text PRIMARY KEY,
       account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       request text NOT NULL,
       state text NOT NULL,
       reason text,
       cuts text NOT NULL,
       bytes bigint,
       created bigint NOT NULL,
       expires bigint NOT NULL
     )`,
    'CREATE INDEX download_account ON download (account)',
  ],
  // The answers to the other fields of the form of requests.
  ["ALTER TABLE access_request ADD COLUMN answers text NOT NULL DEFAULT '{}'"],
  // What an operator answered to a message.
  ["ALTER TABLE message ADD COLUMN answer text NOT NULL DEFAULT ''"],
  [
    // The consents that were withdrawn, by the id of their dataset.
    `CREATE TABLE withdrawal (
       id $id,
       dataset text NOT NULL UNIQUE,
       at bigint NOT NULL,
       actor text NOT NULL,
       why text NOT NULL
     )`,
  ],
];

/** The number of the newest migration. */
export const ACCOUNTS_VERSION = MIGRATIONS.length;

/** Thrown when a newer release has changed the tables. */
export class AccountsTooNew extends Error {
  override readonly name = 'AccountsTooNew';

  constructor(found: number) {
    super(
      `The accounts were stored by a newer release (version ${found} of their tables; this release knows ${ACCOUNTS_VERSION}). Install that release, or restore a backup.`,
    );
  }
}

/**
 * Migrates the tables to the newest number, in one transaction. Only reads if there is nothing to
 * migrate, so that a start does not wait for a lock. Throws `AccountsTooNew`.
 */
export async function migrate(database: SqlDatabase): Promise<void> {
  // In a new database, there is no table to read.
  if ((await lastMigration(database).catch(() => null)) === ACCOUNTS_VERSION) return;
  await database.exclusive(async (sql) => {
    await sql.change('CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY)');
    const last = await lastMigration(sql);
    if (last > ACCOUNTS_VERSION) throw new AccountsTooNew(last);
    for (let number = last; number < MIGRATIONS.length; number++) {
      for (const statement of MIGRATIONS[number]!)
        await sql.change(statement.replaceAll('$id', database.idType));
      await sql.change('INSERT INTO migration VALUES (?)', number + 1);
    }
  });
}

async function lastMigration(sql: Sql): Promise<number> {
  const [row] = await sql.rows('SELECT max(number) AS last FROM migration');
  return Number(row!.last);
}
