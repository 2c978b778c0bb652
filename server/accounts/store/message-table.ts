import type { Message } from '../account.ts';
import type { MessageTable } from '../account-store.ts';
import { jsonIn, numberIn, numberOrNull, textIn, textOrNull } from './rows.ts';
import type { Sql, SqlRow } from './sql.ts';

export function messageTable(sql: Sql): MessageTable {
  return {
    add: async (one) => {
      const [row] = await sql.returning(
        `INSERT INTO message (kind, name, email, subject, message, context, locale, account, created)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
        one.kind,
        one.name,
        one.email,
        one.subject,
        one.message,
        JSON.stringify(one.context),
        one.locale,
        one.account,
        one.created,
      );
      return numberIn(row!, 'id');
    },
    all: async () => (await sql.rows('SELECT * FROM message ORDER BY id DESC')).map(messageOf),
    ofAccount: async (account) =>
      (await sql.rows('SELECT * FROM message WHERE account = ? ORDER BY id DESC', account)).map(
        messageOf,
      ),
    close: async (id, { at, by, answer }) => {
      const [row] = await sql.returning(
        `UPDATE message SET done = ?, done_by = ?, answer = ? WHERE id = ? AND done IS NULL
         RETURNING *`,
        at,
        by,
        answer,
        id,
      );
      return row ? messageOf(row) : null;
    },
  };
}

function messageOf(row: SqlRow): Message {
  return {
    id: numberIn(row, 'id'),
    kind: textIn(row, 'kind') as Message['kind'],
    name: textIn(row, 'name'),
    email: textIn(row, 'email'),
    subject: textIn(row, 'subject'),
    message: textIn(row, 'message'),
    context: jsonIn(row, 'context'),
    locale: textIn(row, 'locale'),
    account: numberOrNull(row, 'account'),
    created: numberIn(row, 'created'),
    done: numberOrNull(row, 'done'),
    by: textOrNull(row, 'done_by'),
    answer: textIn(row, 'answer'),
  };
}
