import type { Account, NewAccount } from '../account.ts';
import type { AccountTable } from '../account-store.ts';
import { nameKey } from '../names.ts';
import { counted } from './change-count.ts';
import { jsonIn, numberIn, numberOrNull, textIn, textOrNull } from './rows.ts';
import type { Sql, SqlRow, SqlValue } from './sql.ts';

export function accountTable(sql: Sql): AccountTable {
  const find = async (condition: string, ...values: readonly SqlValue[]) => {
    const [row] = await sql.rows(`SELECT * FROM account WHERE ${condition}`, ...values);
    return row ? accountOf(row) : null;
  };
  const set = async (column: string, id: number, value: SqlValue): Promise<void> => {
    await counted(sql, (inside) =>
      inside.change(`UPDATE account SET ${column} = ? WHERE id = ?`, value, id),
    );
  };
  return {
    add: (account) => add(sql, account),
    byId: (id) => find('id = ?', id),
    byUsername: (username) => find('username_key = ?', nameKey(username)),
    byEmail: (email) => find('email = ? AND confirmed IS NOT NULL', email),
    waiting: async (email) =>
      (
        await sql.rows(
          'SELECT * FROM account WHERE email = ? AND confirmed IS NULL ORDER BY created DESC, id DESC',
          email,
        )
      ).map(accountOf),
    all: async () => (await sql.rows('SELECT * FROM account ORDER BY username_key')).map(accountOf),
    confirm: (id, at) => sql.transaction((inside) => confirm(inside, id, at)),
    setPassword: (id, hash) => set('hash', id, hash),
    keepsPassword: async ({ id, hash }) => {
      // A change, and not a query, so that PostgreSQL locks the row.
      const same = 'id = ? AND hash = ? AND suspended IS NULL';
      return (await sql.change(`UPDATE account SET hash = hash WHERE ${same}`, id, hash)) > 0;
    },
    setLocale: (id, locale) => set('locale', id, locale),
    setNames: async (id, { first, last }) => {
      await counted(sql, (inside) =>
        inside.change(
          'UPDATE account SET first_name = ?, last_name = ? WHERE id = ?',
          first,
          last,
          id,
        ),
      );
    },
    setAgreement: (id, version) => set('agreement', id, version),
    setSuspended: (id, at) => set('suspended', id, at),
    remove: async (id) => {
      await counted(sql, (inside) => inside.change('DELETE FROM account WHERE id = ?', id));
    },
    removeUnconfirmed: (before) =>
      sql.change('DELETE FROM account WHERE confirmed IS NULL AND created < ?', before),
    removeDemonstration: async () => {
      // Each start calls this, and a change waits for a lock.
      const some = await sql.rows('SELECT id FROM account WHERE demonstration = 1 LIMIT 1');
      if (some.length === 0) return;
      await counted(sql, (inside) => inside.change('DELETE FROM account WHERE demonstration = 1'));
    },
  };
}

async function add(sql: Sql, account: NewAccount): Promise<number | null> {
  const [row] = await sql.returning(
    `INSERT INTO account (email, username, username_key, hash, first_name, last_name, fields,
       agreement, locale, created, confirmed, demonstration)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (username_key) DO NOTHING RETURNING id`,
    account.email,
    account.username,
    nameKey(account.username),
    account.hash,
    account.firstName,
    account.lastName,
    JSON.stringify(account.fields),
    account.agreement,
    account.locale,
    account.created,
    account.confirmed,
    account.demonstration ? 1 : 0,
  );
  return row ? numberIn(row, 'id') : null;
}

async function confirm(sql: Sql, id: number, at: number): Promise<boolean> {
  // PostgreSQL locks all rows of the address at once, so that of two confirmations one waits here.
  await sql.change(
    'UPDATE account SET hash = hash WHERE email = (SELECT email FROM account WHERE id = ?)',
    id,
  );
  const rows = await sql.change(
    `UPDATE account SET confirmed = ? WHERE id = ? AND NOT EXISTS (
       SELECT 1 FROM account AS other
       WHERE other.email = account.email AND other.confirmed IS NOT NULL)`,
    at,
    id,
  );
  return rows > 0;
}

function accountOf(row: SqlRow): Account {
  return {
    id: numberIn(row, 'id'),
    email: textIn(row, 'email'),
    username: textIn(row, 'username'),
    hash: textIn(row, 'hash'),
    firstName: textIn(row, 'first_name'),
    lastName: textIn(row, 'last_name'),
    fields: jsonIn(row, 'fields'),
    agreement: textOrNull(row, 'agreement'),
    locale: textIn(row, 'locale'),
    created: numberIn(row, 'created'),
    confirmed: numberOrNull(row, 'confirmed'),
    suspended: numberOrNull(row, 'suspended'),
    demonstration: numberIn(row, 'demonstration') === 1,
  };
}
