import type { NewSession, Session } from '../account.ts';
import type { SessionTable } from '../account-store.ts';
import { counted } from './change-count.ts';
import { numberIn, textIn } from './rows.ts';
import type { Sql, SqlRow } from './sql.ts';

/** The columns of the hashes, by what a client presents. */
const COLUMNS = { cookie: 'cookie', key: 'token' } as const;

/** An account has at most this many sessions; a further login ends the one not used for longest. */
const MOST_SESSIONS = 50;
/** Milliseconds for which the network of a login is remembered. */
const KNOWN_MS = 90 * 86_400_000;

export function sessionTable(sql: Sql): SessionTable {
  return {
    add: (session) => sql.transaction((inside) => add(inside, session)),
    networks: async (account) =>
      (
        await sql.rows(
          'SELECT network FROM known_network WHERE account = ? ORDER BY network',
          account,
        )
      ).map((row) => textIn(row, 'network')),
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
      await counted(sql, (inside) => inside.change('DELETE FROM session WHERE id = ?', id));
    },
    removeAll: async (account, except = 0) => {
      await counted(sql, (inside) =>
        inside.change('DELETE FROM session WHERE account = ? AND id <> ?', account, except),
      );
    },
    removeExpired: async (now) => {
      await sql.change('DELETE FROM session WHERE expires < ?', now);
      await sql.change('DELETE FROM known_network WHERE seen < ?', now - KNOWN_MS);
    },
  };
}

async function add(sql: Sql, session: NewSession): Promise<number> {
  const { account, network, seen } = session;
  const [row] = await sql.returning(
    `INSERT INTO session (account, cookie, token, created, seen, expires, device, network)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    account,
    session.cookie,
    session.key,
    session.created,
    seen,
    session.expires,
    session.device,
    network,
  );
  await counted(sql, (inside) =>
    inside.change(
      `DELETE FROM session WHERE account = ? AND id NOT IN (
         SELECT id FROM session WHERE account = ? ORDER BY seen DESC, id DESC LIMIT ?)`,
      account,
      account,
      MOST_SESSIONS,
    ),
  );
  await sql.change(
    `INSERT INTO known_network (account, network, seen) VALUES (?, ?, ?)
     ON CONFLICT (account, network) DO UPDATE SET seen = excluded.seen`,
    account,
    network,
    seen,
  );
  return numberIn(row!, 'id');
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
