import type { AuditLine } from '../account.ts';
import type { AuditTable } from '../account-store.ts';
import { numberIn, numberOrNull, textIn } from './rows.ts';
import type { Sql, SqlRow } from './sql.ts';

export function auditTable(sql: Sql): AuditTable {
  return {
    add: async ({ at, by, action, account, detail }) => {
      await sql.change(
        'INSERT INTO audit (at, actor, action, account, detail) VALUES (?, ?, ?, ?, ?)',
        at,
        by,
        action,
        account,
        detail,
      );
    },
    all: async () => (await sql.rows('SELECT * FROM audit ORDER BY id DESC')).map(lineOf),
    ofAccount: async (account) =>
      (await sql.rows('SELECT * FROM audit WHERE account = ? ORDER BY id DESC', account)).map(
        lineOf,
      ),
    ofAction: async (action) =>
      (await sql.rows('SELECT * FROM audit WHERE action = ? ORDER BY id DESC', action)).map(lineOf),
    forget: async (account) => {
      await sql.change(
        "UPDATE audit SET actor = 'owner' WHERE account = ? AND action = 'downloaded'",
        account,
      );
      await sql.change(
        "UPDATE audit SET detail = '' WHERE account = ? AND action = 'registration ended'",
        account,
      );
    },
  };
}

function lineOf(row: SqlRow): AuditLine {
  return {
    at: numberIn(row, 'at'),
    by: textIn(row, 'actor'),
    action: textIn(row, 'action'),
    account: numberOrNull(row, 'account'),
    detail: textIn(row, 'detail'),
  };
}
