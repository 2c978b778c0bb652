/** Writes CSV (RFC 4180) that a spreadsheet opens without running anything. */

type Cell = string | number | boolean | null;

/** A row, by the name of the column. */
export type CsvRow = Readonly<Record<string, Cell>>;

/**
 * Where a spreadsheet would read a formula: at the start of a text, and after characters that separate
 * cells in some languages, as the semicolon does in French. Spaces and quotes may precede a formula.
 */
const FORMULA = /([;\t\r\n]|^)(?=[\s"]*[=+\-@＝＋－＠])/g;

/** The mark by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns rows as CSV. The first row has the names of the columns: first `columns`, even if there are
 * no rows, then all other columns of the rows.
 */
export function csvOf(rows: readonly CsvRow[], columns: readonly string[]): string {
  const names = [...new Set([...columns, ...rows.flatMap((row) => Object.keys(row))])];
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  const text = lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
  return `${BYTE_ORDER_MARK}${text}`;
}

function cellOf(value: Cell): string {
  const text = String(value);
  const plain = typeof value === 'string' ? text.replaceAll(FORMULA, "$1'") : text;
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
