/** What accounts make of texts that somebody else wrote: user names, and cells of CSV. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUsername } from '../../../server/accounts/names.ts';
import { csvOf } from '../../../server/routes/admin/csv.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

describe('a user name', () => {
  it('has letters, digits and `@.+-_` of any script', () => {
    for (const name of ['alice', 'Élodie_2', 'amélie', 'អាលីស', 'a.b+c@d.test'])
      expect([name, isUsername(name)]).toEqual([name, true]);
  });

  it('has no invisible character, which would make a second name of the same look', () => {
    const ignorable = Array.from({ length: 0x110000 }, (_, point) => point).filter((point) =>
      /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(point)),
    );
    expect(ignorable).toEqual(expect.arrayContaining([0x34f, 0xfe0f, 0x115f, 0x3164, 0xe0100]));
    const accepted = ignorable.filter((point) => isUsername(`al${String.fromCodePoint(point)}ice`));
    expect(accepted).toEqual([]);
  });
});

/** Reads a table as spreadsheets do: a quote opens a text at the start of a cell only. */
function readTable(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '"' && text[at + 1] !== '"') break;
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    }
    for (; at < text.length && !`${separator}\r\n`.includes(text[at]!); at += 1) cell += text[at];
    at += 1;
    cells.push(cell);
  }
  return cells;
}

describe('the CSV of operators', () => {
  const text = fc
    .array(fc.constantFrom('=1+1', '@x', '-2', '+3', ';', ',', '"', '\t', '\n', ' ', 'a'), {
      maxLength: 8,
    })
    .map((parts) => parts.join(''));

  it('has no cell that is a formula, whichever character separates cells', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 3 }), (rows) => {
        const csv = csvOf(
          rows.map(([name, message], id) => ({ id, name, message })),
          ['id', 'name', 'message'],
        );
        for (const separator of [',', ';', '\t'])
          for (const cell of readTable(csv, separator))
            expect([csv, cell]).toEqual([csv, expect.not.stringMatching(/^\s*[=+\-@]/)]);
      }),
      {
        examples: [[[['x;"=1+1;y', '']]], [[['@SUM(1)', '"=1']]]],
        numRuns: 500,
        seed: SEED_OF_THE_DAY,
      },
    );
  });

  it('gives texts without formulas as they are', () => {
    expect(csvOf([{ id: -1, name: 'a;b "c"' }], ['id', 'name'])).toBe(
      '\uFEFFid,name\r\n-1,"a;b ""c"""\r\n',
    );
  });
});
