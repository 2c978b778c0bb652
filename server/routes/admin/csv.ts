/** Writes CSV (RFC 4180) that a spreadsheet opens without running anything. */

type Cell = string | number | boolean | null;

/** Texts that a spreadsheet would read as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

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
  const plain = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
