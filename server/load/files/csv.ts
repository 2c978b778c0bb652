import { CsvError, parse, type Info } from 'csv-parse/sync';
import type { Angle, FileLoad } from 'atlas-engine';
import { readWktGeometry } from '../../geometry/wkt.ts';
import { LINE } from '../feature-line.ts';
import { RefusedRecord, type RefusalCode } from '../refused-record.ts';
import {
  decodeText,
  degreesFrom,
  degreesIn,
  FILE_LIMITS,
  UnreadableData,
} from 'atlas-engine/readers';

export type CsvOptions = Pick<FileLoad, 'encoding' | 'coordinates' | 'wkt' | 'decimal'>;

const DEFAULT_COORDINATES = ['longitude', 'latitude'] as const;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const NUMBER_WITH_COMMA = /^[+-]?\d+,\d+$/;

/** Reads the geometry of a row: GeoJSON, or the reason why there is none. */
type ReadGeometry = (
  cells: readonly string[],
) => { geometry: unknown } | { refused: RefusalCode; angle?: Omit<Angle, 'line'> };

interface Row {
  readonly cells: readonly string[];
  /** The line where the row begins, from 1. */
  readonly line: number;
}

/**
 * Returns the features of a table with a header, its columns as properties. A row with an unreadable
 * position is refused. The delimiter (comma, semicolon or tab) is found from the header. Throws
 * `UnreadableData` with `name` in the message.
 */
export function parseCsv(bytes: Uint8Array, name: string, options: CsvOptions): unknown[] {
  const text = decodeText(bytes, name, options.encoding, 'table');
  const [heading, ...rows] = rowsOf(text, name, options);
  if (!heading) throw new UnreadableData(`The file \`${name}\` is empty.`);
  const columns = heading.cells.map((cell) => cell.trim());
  const [only] = columns.length === 1 ? columns : [];
  if (only?.includes('|'))
    throw new UnreadableData(
      `The columns of \`${name}\` are separated by \`|\`, which is not supported. Save it with commas, semicolons or tabs.`,
    );
  if (columns.length > FILE_LIMITS.columns)
    throw new UnreadableData(
      `The file \`${name}\` has more than ${FILE_LIMITS.columns} columns. Keep those that the atlas needs.`,
    );
  const twice = columns.find((column, i) => column !== '' && columns.indexOf(column) !== i);
  if (twice !== undefined)
    throw new UnreadableData(`The file \`${name}\` has two columns named \`${twice}\`.`);
  const readGeometry = geometryReader(columns, name, options);
  // The text of a geometry is not an attribute.
  const attributes = columns.flatMap((column, i) =>
    column === '' || column === options.wkt ? [] : [[column, i] as const],
  );
  return rows.map(({ cells, line }) => {
    if (cells.length < columns.length || cells.slice(columns.length).some((cell) => cell !== ''))
      return new RefusedRecord(line, 'wrong-cell-count');
    const read = readGeometry(cells);
    const properties = Object.fromEntries(attributes.map(([column, i]) => [column, cells[i]]));
    if ('refused' in read) {
      const angle = read.angle && { ...read.angle, line };
      return new RefusedRecord(line, read.refused, { properties, ...(angle && { angle }) });
    }
    return { type: 'Feature', geometry: read.geometry, properties, [LINE]: line };
  });
}

function rowsOf(
  text: string,
  name: string,
  { coordinates: [column] = DEFAULT_COORDINATES }: CsvOptions,
): Row[] {
  try {
    // The first line that Excel writes to declare the separator.
    const ofExcel = /^sep=.\r?\n/i.exec(text)?.[0].length ?? 0;
    const parsed = parse(text, {
      delimiter: delimiterOf(text.slice(ofExcel)),
      from_line: ofExcel > 0 ? 2 : 1,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: FILE_LIMITS.row,
      // One row more than the limit, to detect a table that exceeds it, and the header.
      to: FILE_LIMITS.features + 2,
    }) as unknown as { record: string[]; info: Info }[];
    return parsed.map(({ record, info }) => ({
      cells: record,
      line: info.lines - lineBreaksIn(record),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw new UnreadableData(
        `The file \`${name}\` has a row of more than ${FILE_LIMITS.row} characters. A line break or quotation mark is missing in or before line ${String(error['lines'])}.`,
      );
    const line = Number(error['lines']);
    const found = degreesIn(text.split('\n')[line - 1] ?? '');
    if (found !== undefined)
      throw new UnreadableData(angleReason(name, line), { angle: { found, line, column } });
    // The parser's message quotes the file, which may be restricted.
    throw new UnreadableData(
      `The file \`${name}\` is not CSV. A quotation mark is missing, or there is one too many, in or before line ${String(error['lines'])}.`,
    );
  }
}

/** Returns why a table with a coordinate in degrees, minutes and seconds cannot be read. */
export function angleReason(name: string, line: number): string {
  return `The file \`${name}\` has coordinates in degrees, minutes and seconds, in line ${line}. Write them in decimal degrees.`;
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

/** Returns the delimiter that is most frequent in the header, outside quotation marks. */
function delimiterOf(text: string): string {
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n') break;
    else if (sign in counts) counts[sign]!++;
  }
  return [';', '\t'].reduce((best, sign) => (counts[sign]! > counts[best]! ? sign : best), ',');
}

function geometryReader(
  columns: readonly string[],
  file: string,
  { coordinates = DEFAULT_COORDINATES, wkt, decimal }: CsvOptions,
): ReadGeometry {
  const place = (column: string, key: 'wkt' | 'coordinates'): number => {
    const found = columns.indexOf(column);
    if (found !== -1) return found;
    throw new UnreadableData(`The file \`${file}\` has no column \`${column}\`.`, {
      lacks: { what: 'column', key, found: column, known: columns },
    });
  };
  if (wkt !== undefined) {
    const at = place(wkt, 'wkt');
    return (cells) => wktOf(cells[at]!.trim());
  }
  const [x, y] = coordinates.map((column) => place(column, 'coordinates')) as [number, number];
  return (cells) => {
    const read = pointOf(cells[x]!.trim(), cells[y]!.trim(), decimal === 'comma');
    if (!('refused' in read) || read.refused !== 'bad-coordinates') return read;
    const angle = coordinates
      .map((column, i) => ({ column, found: cells[i === 0 ? x : y]!.trim() }))
      .find(({ found }) => degreesFrom(found) !== undefined);
    return angle ? { refused: 'degrees-minutes', angle } : read;
  };
}

function wktOf(text: string): ReturnType<ReadGeometry> {
  if (text === '') return { refused: 'no-geometry' };
  const geometry = readWktGeometry(text);
  return geometry === null ? { refused: 'not-wkt' } : { geometry };
}

function pointOf(x: string, y: string, comma: boolean): ReturnType<ReadGeometry> {
  if (x === '' && y === '') return { refused: 'no-geometry' };
  const texts = comma ? [x, y].map((text) => text.replace(',', '.')) : [x, y];
  if (texts.some((text) => NUMBER_WITH_COMMA.test(text))) return { refused: 'decimal-comma' };
  if (!texts.every((text) => NUMBER.test(text))) return { refused: 'bad-coordinates' };
  return { geometry: { type: 'Point', coordinates: texts.map(Number) } };
}
