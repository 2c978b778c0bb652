import type { AccessRequest, AccessRequestOf, RequestState } from '../account.ts';
import type { RequestTable } from '../account-store.ts';
import { jsonIn, numberIn, numberOrNull, textIn, textOrNull } from './rows.ts';
import type { Sql, SqlRow } from './sql.ts';

export function requestTable(sql: Sql): RequestTable {
  return {
    add: async ({ account, level, reason, answers, created }) => {
      const [row] = await sql.returning(
        `INSERT INTO access_request (account, level, reason, answers, created, state, answer)
         VALUES (?, ?, ?, ?, ?, 'open', '') RETURNING id`,
        account,
        level,
        reason,
        JSON.stringify(answers),
        created,
      );
      return numberIn(row!, 'id');
    },
    ofAccount: async (account) =>
      (
        await sql.rows('SELECT * FROM access_request WHERE account = ? ORDER BY id DESC', account)
      ).map(requestOf),
    all: async (state) => {
      const rows = await sql.rows(
        `SELECT access_request.*, username, email, fields FROM access_request
         JOIN account ON account.id = access_request.account
         WHERE confirmed IS NOT NULL AND state LIKE ? ORDER BY access_request.id DESC`,
        state ?? '%',
      );
      return rows.map(requestOfPerson);
    },
    decide: async (id, { state, decided, by, answer }) => {
      const [row] = await sql.returning(
        `UPDATE access_request SET state = ?, decided = ?, decided_by = ?, answer = ?
         WHERE id = ? AND state = 'open' RETURNING *`,
        state,
        decided,
        by,
        answer,
        id,
      );
      return row ? requestOf(row) : null;
    },
  };
}

function requestOf(row: SqlRow): AccessRequest {
  return {
    id: numberIn(row, 'id'),
    account: numberIn(row, 'account'),
    level: textIn(row, 'level'),
    reason: textIn(row, 'reason'),
    answers: jsonIn(row, 'answers'),
    created: numberIn(row, 'created'),
    state: textIn(row, 'state') as RequestState,
    decided: numberOrNull(row, 'decided'),
    by: textOrNull(row, 'decided_by'),
    answer: textIn(row, 'answer'),
  };
}

function requestOfPerson(row: SqlRow): AccessRequestOf {
  return {
    ...requestOf(row),
    username: textIn(row, 'username'),
    email: textIn(row, 'email'),
    fields: jsonIn(row, 'fields'),
  };
}
