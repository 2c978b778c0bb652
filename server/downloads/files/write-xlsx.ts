/** A spreadsheet of Office Open XML: the features, then their sources and terms. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttributeValue } from '../../store/store.ts';
import type { FeatureWriter, FilePlan } from './feature-file.ts';
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
/** The same word in English and French. */
const SOURCES = 'Sources';
/** Widths of columns in characters. */
const [NARROW, WIDE, LABELS, TEXTS] = [12, 28, 24, 100];

/**
 * Writes the rows as they come, so that the memory does not grow with them. A feature with an outline
 * that no cell can hold has an empty cell, as half of it would be another place. More features than a
 * sheet can hold continue on a further sheet.
 */
export function writeXlsx(plan: FilePlan, mostRows = MOST_ROWS): FeatureWriter {
  const { folder, name, fields } = plan;
  const table = tableOf(plan);
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
    write(table.head, true);
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
        values.map((value, at) => (isDate[at] ? dayOf(value) : fitting(value, at < fields.length))),
      );
    },
    end: async () => {
      end();
      const names = sheets.map((_, at) =>
        sheetName(at === 0 ? plan.title : `${at + 1} ${plan.title}`),
      );
      const about: Packed = { name: sheetPath(sheets.length + 1), text: aboutSheet(plan.about) };
      const written = sheets.map(({ path }, at): Packed => ({ name: sheetPath(at + 1), path }));
      const file = `${name}.xlsx`;
      const parts = packageParts([...names, SOURCES]);
      await packZip(join(folder, file), [...parts, ...written, about], () => undefined);
      for (const { path } of sheets) await rm(path);
      return [file];
    },
  };
}

/** Returns null for an outline that is too long for a cell. Other texts are cut. */
function fitting(value: AttributeValue, isField: boolean): AttributeValue {
  const isLong = typeof value === 'string' && value.length > MOST_CHARACTERS;
  return isLong && !isField ? null : value;
}

function sheetPath(n: number): string {
  return `xl/worksheets/sheet${n}.xml`;
}

function aboutSheet(rows: FilePlan['about']): string {
  const written = rows.map((cells, at) => rowOf(at + 1, cells, { isBold: at === 0 }));
  return `${sheetStart([LABELS, TEXTS])}${written.join('')}${SHEET_END}`;
}
