import type { Download, DownloadState, FailureReason } from '../download.ts';
import type { DownloadTable } from '../account-store.ts';
import { jsonIn, numberIn, numberOrNull, textIn, textOrNull } from './rows.ts';
import type { Sql, SqlRow } from './sql.ts';

export function downloadTable(sql: Sql): DownloadTable {
  return {
    add: async ({ id, account, request, created, expires }) => {
      await sql.change(
        `INSERT INTO download (id, account, request, state, cuts, created, expires)
         VALUES (?, ?, ?, 'waiting', '[]', ?, ?)`,
        ...[id, account, JSON.stringify(request), created, expires],
      );
    },
    byId: async (id) => {
      const [row] = await sql.rows('SELECT * FROM download WHERE id = ?', id);
      return row ? downloadOf(row) : null;
    },
    ofAccount: async (account) =>
      (
        await sql.rows(
          'SELECT * FROM download WHERE account = ? ORDER BY created DESC, id',
          account,
        )
      ).map(downloadOf),
    all: async () =>
      (await sql.rows('SELECT * FROM download ORDER BY created, id')).map(downloadOf),
    ahead: async ({ id, created }) => {
      const [row] = await sql.rows(
        `SELECT count(*) AS number FROM download WHERE id <> ? AND (state = 'running'
           OR (state = 'waiting' AND (created < ? OR (created = ? AND id < ?))))`,
        ...[id, created, created, id],
      );
      return row ? numberIn(row, 'number') : 0;
    },
    begin: async () => {
      const [row] = await sql.rows(
        `UPDATE download SET state = 'running' WHERE id = (
           SELECT id FROM download WHERE state = 'waiting' ORDER BY created, id LIMIT 1)
         RETURNING *`,
      );
      return row ? downloadOf(row) : null;
    },
    end: async (id, end) => {
      const { cuts, bytes } = end.state === 'done' ? end : { cuts: [], bytes: null };
      const reason = end.state === 'failed' ? end.reason : null;
      const changed = await sql.change(
        `UPDATE download SET state = ?, reason = ?, cuts = ?, bytes = ?
         WHERE id = ? AND state = 'running'`,
        ...[end.state, reason, JSON.stringify(cuts), bytes, id],
      );
      return changed > 0;
    },
    resume: async () => {
      await sql.change("UPDATE download SET state = 'waiting' WHERE state = 'running'");
    },
    remove: async (id) => {
      await sql.change('DELETE FROM download WHERE id = ?', id);
    },
  };
}

function downloadOf(row: SqlRow): Download {
  return {
    id: textIn(row, 'id'),
    account: numberIn(row, 'account'),
    request: jsonIn<Download['request']>(row, 'request'),
    state: textIn(row, 'state') as DownloadState,
    reason: textOrNull(row, 'reason') as FailureReason | null,
    cuts: jsonIn<Download['cuts']>(row, 'cuts'),
    bytes: numberOrNull(row, 'bytes'),
    created: numberIn(row, 'created'),
    expires: numberIn(row, 'expires'),
  };
}
