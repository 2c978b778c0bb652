/** Tables of results as text: to copy, or as a file for a spreadsheet. */

/**
 * Returns the name of a file for a title: its letters without accents and its digits, and the day of a
 * date. Letters of other alphabets are kept.
 */
export function fileNameOf(title: string, date: Date): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words, date.toISOString().slice(0, 10)].join('-').slice(-MOST_LETTERS);
}

/** Maximum length of a name of a file. */
const MOST_LETTERS = 100;

/**
 * Writes rows with a separator. A cell that a spreadsheet would run as a formula gets a quote. With
 * semicolons, numbers have decimal commas, which such spreadsheets expect.
 */
export function delimited(
  rows: readonly (readonly (string | number)[])[],
  separator: ',' | ';' | '\t',
): string {
  return rows.map((row) => row.map((cell) => cellOf(cell, separator)).join(separator)).join('\r\n');
}

function cellOf(value: string | number, separator: string): string {
  const written = separator === ';' && typeof value === 'number' ? comma(value) : String(value);
  const text = typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : written;
  return text.includes(separator) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

function comma(value: number): string {
  return String(value).replace('.', ',');
}

/** Time in milliseconds after which the browser no longer needs the address of a file. */
const RELEASE_MS = 4_000;

/** Saves rows as CSV, under a name made of a title and the day. */
export function saveTable(
  rows: readonly (readonly (string | number)[])[],
  { title, separator }: { readonly title: string; readonly separator: ',' | ';' },
): void {
  // Spreadsheets read the letters of French correctly only with the mark at the start.
  const blob = new Blob(['\uFEFF', delimited(rows, separator)], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${fileNameOf(title, new Date())}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS);
}
