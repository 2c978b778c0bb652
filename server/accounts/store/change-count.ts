import { numberIn } from './rows.ts';
import type { Sql } from './sql.ts';

/** Counts a change of accounts, sessions or grants. */
export async function changed(sql: Sql): Promise<void> {
  await sql.change('UPDATE change_count SET number = number + 1');
}

/** Returns the number of changes so far. */
export async function changeCount(sql: Sql): Promise<number> {
  const [row] = await sql.rows('SELECT number FROM change_count');
  return numberIn(row!, 'number');
}
