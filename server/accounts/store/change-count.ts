import { numberIn } from './rows.ts';
import type { Sql } from './sql.ts';

/**
 * Runs a change of accounts, sessions or grants, and counts it if it changes rows. Both take effect
 * together, so that other processes notice every change. Returns the number of changed rows.
 */
export function counted(sql: Sql, work: (sql: Sql) => Promise<number>): Promise<number> {
  return sql.transaction(async (inside) => {
    const rows = await work(inside);
    if (rows > 0) await inside.change('UPDATE change_count SET number = number + 1');
    return rows;
  });
}

/** Returns the number of changes so far. */
export async function changeCount(sql: Sql): Promise<number> {
  const [row] = await sql.rows('SELECT number FROM change_count');
  return numberIn(row!, 'number');
}
