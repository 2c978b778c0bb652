import type { Mail } from '../account.ts';
import type { MailTable } from '../account-store.ts';
import { jsonIn, numberIn, numberOrNull, textIn } from './rows.ts';
import type { Sql, SqlRow } from './sql.ts';

export function mailTable(sql: Sql): MailTable {
  return {
    add: async ({ kind, email, locale, values, created }) => {
      await sql.change(
        `INSERT INTO mail (kind, email, locale, value_texts, created, due, attempts)
         VALUES (?, ?, ?, ?, ?, ?, 0)`,
        kind,
        email,
        locale,
        JSON.stringify(values),
        created,
        created,
      );
    },
    due: async (now, most) =>
      (
        await sql.rows(
          'SELECT * FROM mail WHERE due <= ? AND dropped IS NULL ORDER BY due, id LIMIT ?',
          now,
          most,
        )
      ).map(mailOf),
    claim: async ({ id, due, attempts }, until) =>
      (await sql.change(
        'UPDATE mail SET due = ?, attempts = ? WHERE id = ? AND due = ? AND attempts = ?',
        until,
        attempts + 1,
        id,
        due,
        attempts,
      )) > 0,
    postpone: async (id, { due, error }) => {
      await sql.change('UPDATE mail SET due = ?, error = ? WHERE id = ?', due, error, id);
    },
    drop: async (id, { at, error }) => {
      await sql.change('UPDATE mail SET dropped = ?, error = ? WHERE id = ?', at, error, id);
    },
    retry: async (id, due) =>
      (await sql.change(
        'UPDATE mail SET due = ?, dropped = NULL WHERE id = ? AND dropped IS NOT NULL',
        due,
        id,
      )) > 0,
    remove: async (id) => {
      await sql.change('DELETE FROM mail WHERE id = ?', id);
    },
    removeDropped: async (before) => {
      await sql.change('DELETE FROM mail WHERE dropped < ?', before);
    },
    all: async () => (await sql.rows('SELECT * FROM mail ORDER BY id')).map(mailOf),
  };
}

function mailOf(row: SqlRow): Mail {
  return {
    id: numberIn(row, 'id'),
    kind: textIn(row, 'kind'),
    email: textIn(row, 'email'),
    locale: textIn(row, 'locale'),
    values: jsonIn<Mail['values']>(row, 'value_texts'),
    created: numberIn(row, 'created'),
    due: numberIn(row, 'due'),
    attempts: numberIn(row, 'attempts'),
    error: textIn(row, 'error'),
    dropped: numberOrNull(row, 'dropped'),
  };
}
