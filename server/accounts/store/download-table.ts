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
        id,
        account,
        JSON.stringify(request),
        created,
        expires,
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
    open: async () =>
      (
        await sql.rows(
          `SELECT id, account, state FROM download WHERE state IN ('waiting', 'running')
           ORDER BY created, id`,
        )
      ).map((row) => ({
        id: textIn(row, 'id'),
        account: numberIn(row, 'account'),
        state: textIn(row, 'state') as DownloadState,
      })),
    begin: async (id) => {
      const [row] = await sql.returning(
        "UPDATE download SET state = 'running' WHERE id = ? AND state = 'waiting' RETURNING *",
        id,
      );
      return row ? downloadOf(row) : null;
    },
    end: async (id, end) => {
      const { cuts, bytes } = end.state === 'done' ? end : { cuts: [], bytes: null };
      const reason = end.state === 'failed' ? end.reason : null;
      const changed = await sql.change(
        `UPDATE download SET state = ?, reason = ?, cuts = ?, bytes = ?
         WHERE id = ? AND state = 'running'`,
        end.state,
        reason,
        JSON.stringify(cuts),
        bytes,
        id,
      );
      return changed > 0;
    },
    resume: async () => {
      // Each start calls this, and a change waits for a lock.
      const some = await sql.rows("SELECT id FROM download WHERE state = 'running' LIMIT 1");
      if (some.length === 0) return;
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
