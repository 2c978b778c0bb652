import { parse } from 'csv-parse/browser/esm/sync';
import { featuresOfRows, HEAD_ROWS } from './features-of-rows.ts';
import { placesOf } from './places-of-rows.ts';

/** Maximum characters of a row. The time to parse a row grows with the square of its length. */
const MAX_ROW = 500_000;

const DELIMITERS = [';', '\t', ','] as const;

/** Returns the rows of a CSV text as features. Commas, semicolons and tabs can separate its columns. */
export function readTable(text: string): unknown[] {
  const rows: string[][] = parse(text, {
    bom: true,
    delimiter: delimiterOf(text.split(/\r?\n/, HEAD_ROWS)),
    max_record_size: MAX_ROW,
    relax_column_count: true,
    // Seconds of an angle have the sign of quotes.
    relax_quotes: true,
    skip_empty_lines: true,
  });
  return featuresOfRows(rows);
}

/** Returns what separates the names of the columns, which may be below titles. */
function delimiterOf(lines: readonly string[]): string {
  const counted = (line: string): readonly string[] =>
    DELIMITERS.toSorted((a, b) => line.split(b).length - line.split(a).length);
  const cells = (line: string, sign: string): string[] =>
    line.split(sign).map((cell) => cell.replaceAll('"', ''));
  const head = lines.find((line) => placesOf(cells(line, counted(line)[0]!)) !== null);
  return counted(head ?? lines[0] ?? '')[0]!;
}
