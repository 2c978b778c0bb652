import type { Grant } from '../account.ts';
import type { GrantTable } from '../account-store.ts';
import { counted } from './change-count.ts';
import { numberIn, numberOrNull, textIn } from './rows.ts';
import type { Sql, SqlRow } from './sql.ts';

export function grantTable(sql: Sql): GrantTable {
  return {
    add: async ({ account, level, scope, until, by, created }) => {
      await counted(sql, (inside) =>
        inside.change(
          `INSERT INTO permission (account, level, scope, until, granted_by, created)
           VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (account, level, scope) DO UPDATE SET until = excluded.until,
             granted_by = excluded.granted_by, created = excluded.created`,
          account,
          level,
          scope,
          until,
          by,
          created,
        ),
      );
    },
    ofAccount: async (account) =>
      (await sql.rows('SELECT * FROM permission WHERE account = ? ORDER BY id', account)).map(
        grantOf,
      ),
    all: async () => (await sql.rows('SELECT * FROM permission ORDER BY id')).map(grantOf),
    remove: async (account, level, scope) => {
      const ofLevel = 'DELETE FROM permission WHERE account = ? AND level = ?';
      const removed = await counted(sql, (inside) =>
        scope === undefined
          ? inside.change(ofLevel, account, level)
          : inside.change(`${ofLevel} AND scope = ?`, account, level, scope),
      );
      return removed > 0;
    },
    removeEnded: async (now) => {
      let ended: readonly SqlRow[] = [];
      await counted(sql, async (inside) => {
        ended = await inside.returning('DELETE FROM permission WHERE until < ? RETURNING *', now);
        return ended.length;
      });
      return ended.map(grantOf);
    },
  };
}

function grantOf(row: SqlRow): Grant {
  return {
    id: numberIn(row, 'id'),
    account: numberIn(row, 'account'),
    level: textIn(row, 'level'),
    scope: textIn(row, 'scope'),
    until: numberOrNull(row, 'until'),
    by: textIn(row, 'granted_by'),
    created: numberIn(row, 'created'),
  };
}
