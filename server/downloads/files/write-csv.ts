import { join } from 'node:path';
import type { AttributeValue, StoredFeature } from '../../store/store.ts';
import { textOf, type FeatureWriter, type FilePlan } from './feature-file.ts';
import { FileSink } from './file-sink.ts';
import { tableOf } from './table-of.ts';

/** How a table is written. */
interface CsvForm {
  readonly ending: string;
  readonly separator: ',' | ';';
  /** Whether a spreadsheet opens it: with a byte-order mark, decimal commas and no formulas. */
  readonly forSpreadsheets: boolean;
}

const PLAIN: CsvForm = { ending: '.csv', separator: ',', forSpreadsheets: false };
const SEMICOLONS: CsvForm = { ending: '-semicolon.csv', separator: ';', forSpreadsheets: true };
const BYTE_ORDER_MARK = '\uFEFF';
/** Texts that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Writes two tables in UTF-8: CSV (RFC 4180), and a table with semicolons, decimal commas and a
 * byte-order mark, which spreadsheets expect.
 */
export function writeCsv(plan: FilePlan): FeatureWriter {
  const tables = [writeTable(plan, PLAIN), writeTable(plan, SEMICOLONS)];
  return {
    add: (feature) => {
      for (const table of tables) table.add(feature);
    },
    end: () => tables.map((table) => table.end()),
  };
}

function writeTable(plan: FilePlan, form: CsvForm) {
  const file = `${plan.name}${form.ending}`;
  const sink = new FileSink(join(plan.folder, file));
  const { head, rowOf } = tableOf(plan);
  const line = (cells: readonly AttributeValue[]): void =>
    sink.write(`${cells.map((value) => cellOf(value, form)).join(form.separator)}\r\n`);
  if (form.forSpreadsheets) sink.write(BYTE_ORDER_MARK);
  line(head);
  return {
    add: (feature: StoredFeature): void => line(rowOf(feature)),
    end: (): string => {
      sink.close();
      return file;
    },
  };
}

function cellOf(value: AttributeValue, { separator, forSpreadsheets }: CsvForm): string {
  const text = textOf(value);
  if (typeof value === 'number') return forSpreadsheets ? text.replace('.', ',') : text;
  const safe = forSpreadsheets && FORMULA.test(text) ? `'${text}` : text;
  const needsQuotes = safe.includes(separator) || /["\r\n]/.test(safe) || safe.trim() !== safe;
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}
