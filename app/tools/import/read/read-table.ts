import { parse } from 'csv-parse/browser/esm/sync';
import { featuresOfRows } from './features-of-rows.ts';

/** Maximum characters of a row. The time to parse a row grows with the square of its length. */
const MAX_ROW = 500_000;

const DELIMITERS = [';', '\t', ','] as const;

/** Returns the rows of a CSV text as points. Commas, semicolons and tabs can separate its columns. */
export function readTable(text: string): unknown[] {
  const [head = ''] = text.split(/\r?\n/, 1);
  const counts = DELIMITERS.map((sign) => head.split(sign).length);
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
  const rows: string[][] = parse(text, {
    bom: true,
    delimiter,
    max_record_size: MAX_ROW,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  return featuresOfRows(rows);
}
