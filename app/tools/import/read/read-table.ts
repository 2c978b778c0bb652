import { featuresOfRows, HEAD_ROWS } from './features-of-rows.ts';
import { placesOf } from './places-of-rows.ts';
import { readRows } from './read-rows.ts';

const DELIMITERS = [';', '\t', ','] as const;

/** Returns the rows of a CSV text as features. Commas, semicolons and tabs can separate its columns. */
export function readTable(text: string): unknown[] {
  const delimiter = delimiterOf(text.split(/\r?\n/, HEAD_ROWS));
  return featuresOfRows(readRows(text.replace(/^\uFEFF/, ''), delimiter));
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
