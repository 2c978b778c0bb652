import { Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import type { Angle, FileLoad } from 'atlas-engine';
import { readWktGeometry } from '../../geometry/wkt.ts';
import { LINE } from '../feature-line.ts';
import { RefusedRecord, type RefusalCode } from '../refused-record.ts';
import { degreesFrom, degreesIn, FILE_LIMITS, UnreadableData } from 'atlas-engine/readers';
import type { SourceFile } from './source-file.ts';

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

/** Rows that are given at once. */
const ROWS_AT_ONCE = 1_000;

/**
 * Yields the features of a table with a header, its columns as properties, in lists. A row with an
 * unreadable position is refused. The delimiter (comma, semicolon or tab) is found from the header.
 * Throws `UnreadableData` with the name of the file in the message.
 */
export async function* parseCsv(file: SourceFile, options: CsvOptions): AsyncGenerator<unknown[]> {
  let featureOf: ((row: Row) => unknown) | null = null;
  let features: unknown[] = [];
  for await (const row of rowsOf(file, options)) {
    if (!featureOf) featureOf = featureMaker(row.cells, file.name, options);
    else features.push(featureOf(row));
    if (features.length < ROWS_AT_ONCE) continue;
    yield features;
    features = [];
  }
  if (!featureOf) throw new UnreadableData(`The file \`${file.name}\` is empty.`);
  yield features;
}

/** Returns a function that makes features of rows, by the header of their table. */
function featureMaker(
  heading: readonly string[],
  name: string,
  options: CsvOptions,
): (row: Row) => unknown {
  const columns = heading.map((cell) => cell.trim());
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
  return ({ cells, line }) => {
    if (cells.length < columns.length || cells.slice(columns.length).some((cell) => cell !== ''))
      return new RefusedRecord(line, 'wrong-cell-count');
    const read = readGeometry(cells);
    const properties = Object.fromEntries(attributes.map(([column, i]) => [column, cells[i]]));
    if ('refused' in read) {
      const angle = read.angle && { ...read.angle, line };
      return new RefusedRecord(line, read.refused, { properties, ...(angle && { angle }) });
    }
    return { type: 'Feature', geometry: read.geometry, properties, [LINE]: line };
  };
}

async function* rowsOf(file: SourceFile, options: CsvOptions): AsyncGenerator<Row> {
  const texts = file.texts({ encoding: options.encoding, kind: 'table' });
  const first = await texts.next();
  if (first.done) return;
  const { text } = first.value;
  if (first.value.isLong) throw longRow(file.name, 1);
  // The first line that Excel writes to declare the separator.
  const ofExcel = /^sep=.\r?\n/i.exec(text)?.[0].length ?? 0;
  const parser = parse({
    delimiter: delimiterOf(text.slice(ofExcel)),
    from_line: ofExcel > 0 ? 2 : 1,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: FILE_LIMITS.row,
    // One row more than the limit, to detect a table that exceeds it, and the header.
    to: FILE_LIMITS.features + 2,
  });
  const source = Readable.from(
    (async function* () {
      yield text;
      for await (const more of texts) {
        if (more.isLong) throw longRow(file.name, more.line);
        yield more.text;
      }
    })(),
  );
  // An error of the source ends the parser; those of the parser are thrown by the loop.
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>)
      yield { cells: record, line: info.lines - lineBreaksIn(record) };
  } catch (error) {
    throw error instanceof CsvError ? await explain(error, file, options) : error;
  } finally {
    source.destroy();
  }
}

function longRow(name: string, line: number): UnreadableData {
  return new UnreadableData(
    `The file \`${name}\` has a row of more than ${FILE_LIMITS.row} characters. A line break or quotation mark is missing in or before line ${line}.`,
  );
}

/** Returns the error of a file that is not CSV, in words. */
async function explain(
  error: CsvError,
  file: SourceFile,
  { coordinates: [column] = DEFAULT_COORDINATES, encoding }: CsvOptions,
): Promise<UnreadableData> {
  const { name } = file;
  const line = Number(error['lines']);
  if (error.code === 'CSV_MAX_RECORD_SIZE') return longRow(name, line);
  for await (const part of file.texts({ encoding, kind: 'table' })) {
    const found = degreesIn(part.text.split('\n')[line - part.line] ?? '');
    if (found !== undefined)
      return new UnreadableData(angleReason(name, line), { angle: { found, line, column } });
  }
  // The parser's message quotes the file, which may be restricted.
  return new UnreadableData(
    `The file \`${name}\` is not CSV. A quotation mark is missing, or there is one too many, in or before line ${line}.`,
  );
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
