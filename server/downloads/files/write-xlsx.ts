/**
 * A spreadsheet of Office Open XML, in the words of one language: the features, the meaning of the
 * columns, then sources and terms.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttributeValue } from '../../store/store.ts';
import {
  headingOf,
  type FeatureWriter,
  type FileField,
  type FilePlan,
  type TextSheet,
} from './feature-file.ts';
import { FileSink } from './file-sink.ts';
import { packZip, type Packed } from './pack-zip.ts';
import { tableOf } from './table-of.ts';
import {
  dayOf,
  MOST_CHARACTERS,
  packageParts,
  rowOf,
  SHEET_END,
  sheetName,
  sheetStart,
  type Cell,
} from './xlsx-parts.ts';

/** The most rows of a sheet. */
const MOST_ROWS = 1_048_576;
/** Widths of columns in characters. */
const [NARROW, WIDE, LABELS, TEXTS] = [12, 28, 24, 100];

/**
 * Writes the rows as they come, so that the memory does not grow with them. A feature with an outline
 * that no cell can hold has an empty cell, as half of it would be another place. More features than a
 * sheet can hold continue on a further sheet.
 */
export function writeXlsx(plan: FilePlan, mostRows = MOST_ROWS): FeatureWriter {
  const { folder, name, fields, locale } = plan;
  const table = tableOf(plan);
  const headings = headingsOf(plan, table.head);
  const isDate = fields.map(({ type }) => type === 'date');
  const widths = table.head.map((_, at) => (fields[at]?.type === 'text' ? WIDE : NARROW));
  const sheets: { readonly path: string; readonly sink: FileSink }[] = [];
  let rows = 0;
  const write = (cells: readonly Cell[], isBold = false): void =>
    sheets.at(-1)!.sink.write(rowOf(++rows, cells, { isBold }));
  const begin = (): void => {
    const path = join(folder, `${name}.sheet${sheets.length + 1}.xml`);
    sheets.push({ path, sink: new FileSink(path) });
    sheets.at(-1)!.sink.write(sheetStart(widths, { isTable: true }));
    rows = 0;
    write(headings, true);
  };
  const end = (): void => {
    sheets.at(-1)!.sink.write(SHEET_END);
    sheets.at(-1)!.sink.close();
  };
  begin();
  return {
    add: (feature) => {
      if (rows === mostRows) {
        end();
        begin();
      }
      const values = table.rowOf(feature);
      write(
        values.map((value, at) => (isDate[at] ? dayOf(value) : inWords(value, fields[at], locale))),
      );
    },
    end: async () => {
      end();
      const names = sheets.map((_, at) =>
        sheetName(at === 0 ? plan.title : `${at + 1} ${plan.title}`),
      );
      const texts = plan.sheets.map(({ rows }) => textSheet(rows));
      const written = [...sheets, ...texts.map((text) => ({ text }))].map((sheet, at): Packed => ({
        name: sheetPath(at + 1),
        ...sheet,
      }));
      const file = `${name}.xlsx`;
      const parts = packageParts([...names, ...plan.sheets.map((sheet) => sheet.name)]);
      await packZip(join(folder, file), [...parts, ...written], () => undefined);
      for (const { path } of sheets) await rm(path);
      return [file];
    },
  };
}

/** Returns the first row: the labels of the fields, with their name where two labels are the same. */
function headingsOf({ fields, locale }: FilePlan, head: readonly string[]): readonly string[] {
  const headings = fields.map((field) => headingOf(field, locale));
  return head.map((name, at) => {
    const heading = headings[at] ?? name;
    const isTwin = headings.indexOf(heading) !== headings.lastIndexOf(heading);
    return isTwin && at < fields.length ? `${heading} (${name})` : heading;
  });
}

/**
 * Returns a value with the labels of its field; null for an outline that is too long for a cell.
 * Other texts are cut.
 */
function inWords(
  value: AttributeValue,
  field: FileField | undefined,
  locale: string,
): AttributeValue {
  if (field === undefined)
    return typeof value === 'string' && value.length > MOST_CHARACTERS ? null : value;
  const labelOf = (item: string): string | undefined => field.values?.get(item)?.[locale];
  if (value === null) return null;
  if (typeof value === 'object') return value.map((item) => labelOf(item) ?? item);
  return labelOf(String(value)) ?? value;
}

function sheetPath(n: number): string {
  return `xl/worksheets/sheet${n}.xml`;
}

function textSheet(rows: TextSheet['rows']): string {
  const columns = Math.max(...rows.map((cells) => cells.length));
  const widths = Array.from({ length: columns }, (_, at) => (at === columns - 1 ? TEXTS : LABELS));
  const written = rows.map((cells, at) => rowOf(at + 1, cells, { isBold: at === 0 }));
  return `${sheetStart(widths)}${written.join('')}${SHEET_END}`;
}
