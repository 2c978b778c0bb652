import type { Document, Element } from '@xmldom/xmldom';
import { unzip, ZIP_LIMITS } from 'atlas-engine/readers';
import { featuresOfRows } from './features-of-rows.ts';
import { ImportError } from '../stores/import-types.ts';
import { inZip } from './in-zip.ts';
import { parseXml } from './parse-xml.ts';

const FIRST_SHEET = /^xl\/worksheets\/sheet1\.xml$/;
const STRINGS = /^xl\/sharedStrings\.xml$/;
/** A workbook has more entries than a shapefile: one for each sheet, picture and style. */
const LIMITS = { ...ZIP_LIMITS, entries: 200 };
/** Highest number of columns. */
const COLUMNS = 1000;

/** Returns the rows of the first sheet of a workbook as points. Throws `ImportError`. */
export function readXlsx(bytes: Uint8Array, name: string): unknown[] {
  const wanted = (entry: string): boolean => FIRST_SHEET.test(entry) || STRINGS.test(entry);
  const entries = inZip(() => unzip(bytes, name, wanted, LIMITS));
  const xmlOf = (entry: string): Document | null => {
    const content = entries.get(entry);
    return content ? parseXml(new TextDecoder().decode(content)) : null;
  };
  const sheet = xmlOf('xl/worksheets/sheet1.xml');
  if (!sheet) throw new ImportError({ code: 'damaged' });
  const shared = [...elements(xmlOf('xl/sharedStrings.xml'), 'si')].map(textIn);
  const rows = elements(sheet, 'row').map((row) => cellsOf(row, shared));
  return featuresOfRows(rows);
}

function cellsOf(row: Element, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of elements(row, 'c')) {
    const column = columnOf(cell.getAttribute('r') ?? '') ?? cells.length;
    if (column >= COLUMNS) continue;
    while (cells.length < column) cells.push('');
    const value = elements(cell, 'v')[0]?.textContent ?? '';
    const type = cell.getAttribute('t');
    cells[column] =
      type === 's' ? (shared[Number(value)] ?? '') : type === 'inlineStr' ? textIn(cell) : value;
  }
  return cells;
}

/** Returns the column of a reference such as `AB12`, counted from 0; null without letters. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textIn(element: Element): string {
  return elements(element, 't')
    .map(({ textContent }) => textContent ?? '')
    .join('');
}

function elements(parent: Document | Element | null, name: string): Element[] {
  return parent ? [...parent.getElementsByTagName(name)] : [];
}
