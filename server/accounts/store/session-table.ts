import type { Session } from '../account.ts';
import type { SessionTable } from '../account-store.ts';
import { changed } from './change-count.ts';
import { numberIn, textIn } from './rows.ts';
import type { Sql, SqlRow } from './sql.ts';

/** The columns of the hashes, by what a client presents. */
const COLUMNS = { cookie: 'cookie', key: 'token' } as const;

export function sessionTable(sql: Sql): SessionTable {
  return {
    add: async (session) => {
      const [row] = await sql.rows(
        `INSERT INTO session (account, cookie, token, created, seen, expires, device, network)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
        ...[session.account, session.cookie, session.key, session.created],
        ...[session.seen, session.expires, session.device, session.network],
      );
      return numberIn(row!, 'id');
    },
    find: async (by, hash, now) => {
      const [row] = await sql.rows(
        `SELECT * FROM session WHERE ${COLUMNS[by]} = ? AND expires >= ?`,
        hash,
        now,
      );
      return row ? sessionOf(row) : null;
    },
    ofAccount: async (account) =>
      (
        await sql.rows('SELECT * FROM session WHERE account = ? ORDER BY seen DESC, id', account)
      ).map(sessionOf),
    setSeen: async (id, seen) => {
      await sql.change('UPDATE session SET seen = ? WHERE id = ?', seen, id);
    },
    remove: async (id) => {
      await sql.change('DELETE FROM session WHERE id = ?', id);
      await changed(sql);
    },
    removeAll: async (account, except = 0) => {
      await sql.change('DELETE FROM session WHERE account = ? AND id <> ?', account, except);
      await changed(sql);
    },
    removeExpired: async (now) => {
      await sql.change('DELETE FROM session WHERE expires < ?', now);
    },
  };
}

function sessionOf(row: SqlRow): Session {
  return {
    id: numberIn(row, 'id'),
    account: numberIn(row, 'account'),
    created: numberIn(row, 'created'),
    seen: numberIn(row, 'seen'),
    expires: numberIn(row, 'expires'),
    device: textIn(row, 'device'),
    network: textIn(row, 'network'),
  };
}
