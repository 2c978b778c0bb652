import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeCsv } from '../../../../server/downloads/files/write-csv.ts';

const folder = mkdtempSync(join(tmpdir(), 'atlas-csv-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes texts as the names of points; returns the cells of both tables. */
function written(names: readonly string[]): Readonly<Record<'plain' | 'spreadsheet', string[]>> {
  const writer = writeCsv({
    folder,
    name: 'wells',
    note: null,
    title: '',
    locale: 'en',
    sheets: [],
    demo: false,
    source: { boxes: () => new Float64Array(), at: () => [] },
    fields: [{ name: 'name', type: 'text', label: {} }],
    census: {
      count: names.length,
      bounds: [1, 2, 1, 2] as const,
      types: new Set(['Point'] as const),
      widths: new Map(),
    },
  });
  for (const [id, name] of names.entries())
    writer.add({
      id,
      geometry: { type: 'Point', coordinates: [1, 2] },
      properties: { name },
    });
  writer.end();
  const cellsIn = (file: string, end: string) =>
    readFileSync(join(folder, file), 'utf8')
      .split(`${end}\r\n`)
      .slice(0, -1)
      .map((line) => line.replace(/^\uFEFF?name.*\r\n/, ''));
  return {
    plain: cellsIn('wells.csv', ',1,2'),
    spreadsheet: cellsIn('wells-semicolon.csv', ';1;2'),
  };
}

describe('the CSV of a download', () => {
  it('with semicolons has an apostrophe before each text that a spreadsheet would run', () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];
    const { plain, spreadsheet } = written([...formulas, 'a@b', "d'or"]);
    expect(spreadsheet).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM(A1)",
      "'	=1",
      '"\'\r=1"',
      'a@b',
      "d'or",
    ]);
    expect(plain.slice(0, 4)).toEqual(formulas.slice(0, 4));
  });
});
