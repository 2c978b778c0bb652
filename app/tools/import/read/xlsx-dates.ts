import type { XmlNode } from 'atlas-engine/readers';

/** Built-in number formats of the standard (ECMA-376, 18.8.30) that show a date. */
const BUILT_IN = new Set([14, 15, 16, 17, 22, ...range(27, 36), ...range(50, 58)]);

/** Day 0 of a workbook. It counts a 29 February 1900, so the days before March 1900 are wrong. */
const DAY_0 = Date.UTC(1899, 11, 30);
/** Number of the last day that JavaScript and Excel both know: 31 December 9999. */
const LAST_DAY = 2_958_465;

/** Returns the places of the cell styles that show a date, from `styles.xml`. */
export function dateStyles(styles: XmlNode | null): ReadonlySet<string> {
  const found = new Set<string>();
  if (!styles) return found;
  const own = new Set(
    [...styles.getElementsByTagName('numFmt')]
      .filter((format) => isDate(format.getAttribute('formatCode') ?? ''))
      .map((format) => Number(format.getAttribute('numFmtId'))),
  );
  const [cells] = styles.getElementsByTagName('cellXfs');
  for (const [place, style] of [...(cells?.getElementsByTagName('xf') ?? [])].entries()) {
    const format = Number(style.getAttribute('numFmtId'));
    if (BUILT_IN.has(format) || own.has(format)) found.add(String(place));
  }
  return found;
}

/** Returns whether a format such as `dd/mm/yyyy` shows a date. Texts in quotes are not codes. */
function isDate(format: string): boolean {
  return /[dy]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));
}

/** Returns a day number as an ISO date, with the time if it has one; other texts as they are. */
export function dateOf(text: string): string {
  const day = Number(text);
  if (text.trim() === '' || !(day >= 0 && day <= LAST_DAY)) return text;
  const date = new Date(DAY_0 + Math.round(day * 86_400) * 1000).toISOString();
  return Number.isInteger(day) ? date.slice(0, 10) : date.slice(0, 19);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
