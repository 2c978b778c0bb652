/** Writes CSV (RFC 4180) that a spreadsheet opens without running anything. */

type Cell = string | number | boolean | null;

/**
 * Where a spreadsheet would read a formula: at the start of a text, and after characters that separate
 * cells in some languages, as the semicolon does in French.
 */
const FORMULA = /([;\t\r\n]|^)(?=\s*[=+\-@＝＋－＠])/g;

/** Returns rows as CSV, with a first row of names. */
export function csvOf<Row extends Readonly<Record<string, Cell>>>(
  names: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string {
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: Cell): string {
  const text = String(value);
  const plain = typeof value === 'string' ? text.replaceAll(FORMULA, "$1'") : text;
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
