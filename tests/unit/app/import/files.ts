/** Files that the tests of the import make themselves. */
import { strToU8, zipSync, type Zippable } from 'fflate';
import { readImport } from '../../../../app/tools/import/read/read-import.ts';
import {
  ImportError,
  type Imported,
  type ImportProblem,
} from '../../../../app/stores/bundle/import-types.ts';

export const LIMITS = { shapefileBytes: 5_242_880, bytes: 20_971_520, entries: 20 };

/** Reads a file, with the limits of the shipped atlas. */
export function imported(
  name: string,
  content: string | Uint8Array,
  { convert = false } = {},
): Imported {
  const bytes = typeof content === 'string' ? strToU8(content) : content;
  return readImport({ name, bytes, convert, limits: LIMITS });
}

/** Returns why a file is refused; fails when it is read, or refused by another kind of error. */
export function problemOf(
  name: string,
  content: string | Uint8Array,
  { convert = false } = {},
): ImportProblem {
  try {
    imported(name, content, { convert });
  } catch (error) {
    if (error instanceof ImportError) return error.problem;
    throw error;
  }
  throw new Error(`${name} was read.`);
}

/** A point A and an area B, as GDAL 3.6 writes them without a reference system. */
export const FLATGEOBUF = new Uint8Array(
  Buffer.from(
    [
      'ZmdiA2ZnYgG0AAAAIAAAAAAAAAAYABwACAAMAAAAAAAAAAAAAAAQABQABgAYAAAAAAAAAEQAAAAcAAAADAAAAAIAAAAAAAAAAgAA',
      'AFgAAAAwAAAABAAAAAAAAAAAAAAAAAAAAAAA0L8AAAAAAIAxQAAAAAAAABBAAQAAAHQAAADq////AAAABQgAAAAAAAAAAQAAAG4A',
      'DgAQAAgABwAAAAAADAAOAAAAAAAACwgAAAAAAAAABAAAAG5hbWUAAAAAXAAAAAwAAAAIAAwABAAIAAgAAAAsAAAABAAAAA0AAAAA',
      'AAEAAABBAQADAAAAABIADAAAAAgAAAAAAAAAAAAHABIAAAAAAAABBAAAAAIAAAAAAAAAAIAxQAAAAAAAANC/BAEAABAAAAAAAAAA',
      'CAAMAAQACAAIAAAALAAAAAQAAAANAAAAAAABAAAAQgEABAAAAAASABAACAAMAAAAAAAAAAAABwASAAAAAAAAA7AAAAAEAAAAFAAA',
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABBAAAAAAAAAEEAAAAAAAAAQQAAAAAAAABBAAAAAAAAAAAAAAAAAAAAAAAAA',
      'AAAAAAAAAAAAAAAA8D8AAAAAAADwPwAAAAAAAABAAAAAAAAA8D8AAAAAAAAAQAAAAAAAAABAAAAAAAAA8D8AAAAAAAAAQAAAAAAA',
      'APA/AAAAAAAA8D8AAAAAAgAAAAUAAAAKAAAA',
    ].join(''),
    'base64',
  ),
);

export const zipped = (files: Zippable): Uint8Array => zipSync(files);

/** A workbook whose first sheet has these cells, as text or as XML of whole cells. */
export function workbook(
  rows: readonly (readonly string[])[],
  more: Readonly<Record<string, string>> = {},
): Uint8Array {
  const cells = (row: readonly string[]): string =>
    row
      .map((text) =>
        text.startsWith('<c') ? text : `<c t="inlineStr"><is><t>${text}</t></is></c>`,
      )
      .join('');
  const sheet = rows.map((row) => `<row>${cells(row)}</row>`).join('');
  const parts = {
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  };
  return zipped(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  );
}
