/** The table of a shapefile: dBase III, whose rows have fixed lengths. */
import { UnreadableData } from './unreadable-data.ts';
import { FILE_LIMITS } from './file-limits.ts';

const HEADER_BYTES = 32;
const COLUMN_BYTES = 32;
const END_OF_COLUMNS = 0x0d;
const DELETED = 0x2a;
/** The codes of language drivers in the header that mean the encoding Windows-1252. */
const WINDOWS_1252_DRIVERS = new Set([0x03, 0x57]);

interface Column {
  readonly name: string;
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

/** Returns the encoding that the table declares, or undefined if it declares no known encoding. */
export function encodingOfDbf(bytes: Uint8Array): 'windows-1252' | undefined {
  return WINDOWS_1252_DRIVERS.has(bytes[29] ?? 0) ? 'windows-1252' : undefined;
}

/**
 * Returns the rows in order, null for those marked as deleted. Reads texts, numbers, booleans and
 * ISO dates; columns of other types are left out. Throws `UnreadableData` with `name` in the
 * message.
 */
export function parseDbf(
  bytes: Uint8Array,
  name: string,
  decode: (bytes: Uint8Array) => string,
): (Record<string, unknown> | null)[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES) throw damaged(name);
  const count = view.getUint32(4, true);
  const headerLength = view.getUint16(8, true);
  const rowLength = view.getUint16(10, true);
  const columns = columnsOf(bytes, headerLength, decode);
  const used = columns.reduce((end, { start, length }) => Math.max(end, start + length), 1);
  if (count > FILE_LIMITS.features)
    throw new UnreadableData(
      `The table of \`${name}\` (.dbf) has more than ${FILE_LIMITS.features} rows. Split the shapefile.`,
    );
  if (rowLength < used || headerLength + count * rowLength > bytes.length) throw damaged(name);
  return Array.from({ length: count }, (_, index) => {
    const row = bytes.subarray(headerLength + index * rowLength).subarray(0, rowLength);
    if (row[0] === DELETED) return null;
    return Object.fromEntries(
      columns
        .filter(({ type }) => Object.hasOwn(READERS, type))
        .map(({ name: column, type, start, length }) => [
          column,
          READERS[type]!(decode(row.subarray(start, start + length))),
        ]),
    );
  });
}

function columnsOf(
  bytes: Uint8Array,
  headerLength: number,
  decode: (bytes: Uint8Array) => string,
): Column[] {
  const columns: Column[] = [];
  // The first byte of a row is its deletion mark.
  let start = 1;
  for (let at = HEADER_BYTES; at + COLUMN_BYTES <= headerLength; at += COLUMN_BYTES) {
    if (bytes[at] === END_OF_COLUMNS) break;
    const column = bytes.subarray(at, at + COLUMN_BYTES);
    const nameEnd = column.indexOf(0);
    const name = decode(column.subarray(0, nameEnd === -1 ? 11 : Math.min(nameEnd, 11)));
    const length = column[16] ?? 0;
    // A column of width 0 has no values.
    if (length > 0)
      columns.push({ name, type: String.fromCharCode(column[11] ?? 0), start, length });
    start += length;
  }
  return columns;
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  C: (text) => text.replace(/[\s\0]+$/, ''),
  N: numberOf,
  F: numberOf,
  L: (text) => (/[yt]/i.test(text) ? true : /[nf]/i.test(text) ? false : null),
  D: (text) => {
    const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
    return year === undefined || month === '00' ? null : `${year}-${month}-${day}`;
  },
};

/** Programs write asterisks for a number that is too long for its column. */
function numberOf(text: string): number | null {
  const trimmed = text.replaceAll('\0', '').trim();
  const value = Number(trimmed);
  return trimmed === '' || !Number.isFinite(value) ? null : value;
}

function damaged(name: string): UnreadableData {
  return new UnreadableData(`The table of \`${name}\` (.dbf) is damaged or truncated.`);
}
