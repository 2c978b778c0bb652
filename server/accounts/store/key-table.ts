import type { KeyTable } from '../account-store.ts';
import { numberIn } from './rows.ts';
import type { Sql } from './sql.ts';

export function keyTable(sql: Sql): KeyTable {
  return {
    add: async ({ hash, account, purpose, expires }) => {
      await sql.change(
        'INSERT INTO single_use_key (hash, account, purpose, expires) VALUES (?, ?, ?, ?)',
        hash,
        account,
        purpose,
        expires,
      );
    },
    find: async (purpose, hash, now) => {
      const [row] = await sql.rows(
        'SELECT account FROM single_use_key WHERE hash = ? AND purpose = ? AND expires >= ?',
        hash,
        purpose,
        now,
      );
      return row ? numberIn(row, 'account') : null;
    },
    take: async (purpose, hash, now) => {
      const [row] = await sql.returning(
        `DELETE FROM single_use_key WHERE hash = ? AND purpose = ? AND expires >= ?
         RETURNING account`,
        hash,
        purpose,
        now,
      );
      return row ? numberIn(row, 'account') : null;
    },
    removeAll: async (account, purpose) => {
      await sql.change(
        'DELETE FROM single_use_key WHERE account = ? AND purpose = ?',
        account,
        purpose,
      );
    },
    removeExpired: async (now) => {
      await sql.change('DELETE FROM single_use_key WHERE expires < ?', now);
    },
  };
}
