import { join } from 'node:path';
import type { Geometry } from 'geojson';
import type { AttributeValue } from '../../store/store.ts';
import { textOf, type FeatureWriter, type FilePlan } from './feature-file.ts';
import { FileSink } from './file-sink.ts';
import { wktOf } from './wkt-of.ts';

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
    end: () => tables.flatMap((table) => table.end()),
  };
}

/**
 * The last columns are `longitude` and `latitude` for single points, else `wkt`. The name of such a
 * column begins with `_` if a field has the same name.
 */
function writeTable({ folder, name, fields, census }: FilePlan, form: CsvForm): FeatureWriter {
  const file = `${name}${form.ending}`;
  const sink = new FileSink(join(folder, file));
  const isPoints = census.types.size === 1 && census.types.has('Point');
  const names = fields.map((field) => field.name);
  const own = (isPoints ? ['longitude', 'latitude'] : ['wkt']).map((column) =>
    names.includes(column) ? `_${column}` : column,
  );
  const line = (cells: readonly AttributeValue[]): void =>
    sink.write(`${cells.map((value) => cellOf(value, form)).join(form.separator)}\r\n`);
  if (form.forSpreadsheets) sink.write(BYTE_ORDER_MARK);
  line([...names, ...own]);
  return {
    add: ({ geometry, properties }) =>
      line([...names.map((field) => properties[field] ?? null), ...placeOf(geometry, isPoints)]),
    end: () => {
      sink.close();
      return [file];
    },
  };
}

function placeOf(geometry: Geometry, isPoints: boolean): readonly AttributeValue[] {
  if (isPoints && geometry.type === 'Point') return geometry.coordinates;
  return geometry.type === 'GeometryCollection' ? [null] : [wktOf(geometry)];
}

function cellOf(value: AttributeValue, { separator, forSpreadsheets }: CsvForm): string {
  const text = textOf(value);
  if (typeof value === 'number') return forSpreadsheets ? text.replace('.', ',') : text;
  const safe = forSpreadsheets && FORMULA.test(text) ? `'${text}` : text;
  const needsQuotes = safe.includes(separator) || /["\r\n]/.test(safe) || safe.trim() !== safe;
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}
