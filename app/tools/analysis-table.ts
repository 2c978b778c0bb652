import type { AnalysisResult } from '../stores/analysis-types.ts';

/** A row of the table: a layer, or a class of it. Areas are in km², shares in percent. */
export type TableRow = readonly [
  layer: string,
  part: string,
  count: number,
  area: number | '',
  share: number | '',
];

const SQUARE_METRES_PER_KM2 = 1e6;

/** Returns the result as rows in a language, with the classes below their layer. */
export function tableOf({ area, datasets }: AnalysisResult, locale: string): TableRow[] {
  const size = (metres: number | undefined): number | '' =>
    metres === undefined ? '' : Number((metres / SQUARE_METRES_PER_KM2).toFixed(4));
  const percent = (metres: number | undefined): number | '' =>
    metres === undefined ? '' : Number(((100 * metres) / area).toFixed(2));
  return datasets.flatMap(({ name, part, count, covered, classes = [] }): TableRow[] => {
    const layer = [name[locale], part?.[locale]].filter(Boolean).join(' · ');
    return [
      [layer, '', count, size(covered), percent(covered)],
      ...classes.map((one): TableRow => [
        ...([layer, one.label[locale] ?? '', one.count] as const),
        ...([size(one.area), percent(one.area)] as const),
      ]),
    ];
  });
}

/** Writes rows with a separator. A cell that a spreadsheet would run as a formula gets a quote. */
export function delimited(
  rows: readonly (readonly (string | number)[])[],
  separator: ',' | ';' | '\t',
): string {
  return rows.map((row) => row.map((cell) => cellOf(cell, separator)).join(separator)).join('\r\n');
}

function cellOf(value: string | number, separator: string): string {
  const text = typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
  return text.includes(separator) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
