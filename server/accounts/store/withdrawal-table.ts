import type { WithdrawalTable } from '../account-store.ts';
import { numberIn, textIn } from './rows.ts';
import type { Sql } from './sql.ts';

export function withdrawalTable(sql: Sql): WithdrawalTable {
  return {
    add: async ({ dataset, at, by, why }) => {
      const added = await sql.change(
        `INSERT INTO withdrawal (dataset, at, actor, why) VALUES (?, ?, ?, ?)
         ON CONFLICT (dataset) DO NOTHING`,
        dataset,
        at,
        by,
        why,
      );
      return added > 0;
    },
    remove: async (dataset) =>
      (await sql.change('DELETE FROM withdrawal WHERE dataset = ?', dataset)) > 0,
    all: async () =>
      (await sql.rows('SELECT * FROM withdrawal ORDER BY id')).map((row) => ({
        dataset: textIn(row, 'dataset'),
        at: numberIn(row, 'at'),
        by: textIn(row, 'actor'),
        why: textIn(row, 'why'),
      })),
  };
}
