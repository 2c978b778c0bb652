import { unzip, ZIP_LIMITS, type XmlNode } from 'atlas-engine/readers';
import { featuresOfRows } from './features-of-rows.ts';
import { ImportError } from '../../../stores/bundle/import-types.ts';
import { ENTRIES } from '../limits.ts';
import { inZip } from './in-zip.ts';
import { parseXml } from './parse-xml.ts';
import { dateOf, dateStyles } from './xlsx-dates.ts';

/** The files of a workbook that are read: the first sheet, its texts and its formats. */
const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';
const LIMITS = { ...ZIP_LIMITS, entries: ENTRIES };
/** Highest number of columns. */
const COLUMNS = 1000;

/** Returns the rows of the first sheet of a workbook as points. Throws `ImportError`. */
export function readXlsx(bytes: Uint8Array, name: string): unknown[] {
  const wanted = (entry: string): boolean => [SHEET, STRINGS, STYLES].includes(entry);
  const entries = inZip(() => unzip(bytes, name, wanted, LIMITS));
  const textOf = (entry: string): string => new TextDecoder().decode(entries.get(entry));
  if (!entries.has(SHEET)) throw new ImportError({ code: 'damaged' });
  const known = {
    shared: Array.from(piecesOf(textOf(STRINGS), 'si'), textIn),
    dates: dateStyles(entries.has(STYLES) ? parseXml(textOf(STYLES)) : null),
  };
  const rows = piecesOf(textOf(SHEET), 'row');
  return featuresOfRows(Array.from(rows, (row) => cellsOf(row, known)));
}

/** What cells refer to. */
interface Known {
  readonly shared: readonly string[];
  /** The styles of cells that show a date. */
  readonly dates: ReadonlySet<string>;
}

/** Parses the elements of a name one after the other, because a tree of all is large. */
function* piecesOf(text: string, name: string): Iterable<XmlNode> {
  const pieces = new RegExp(`<${name}(?:\\s[^>]*?)?(?:/>|>[^]*?</${name}>)`, 'g');
  for (const [piece] of text.matchAll(pieces)) yield parseXml(piece);
}

function cellsOf(row: XmlNode, known: Known): string[] {
  const cells: string[] = [];
  for (const cell of elements(row, 'c')) {
    const column = columnOf(cell.getAttribute('r') ?? '') ?? cells.length;
    if (column >= COLUMNS) continue;
    while (cells.length < column) cells.push('');
    cells[column] = valueOf(cell, known);
  }
  return cells;
}

/** Returns the text of a cell. A formula has its last result. */
function valueOf(cell: XmlNode, { shared, dates }: Known): string {
  const value = elements(cell, 'v')[0]?.textContent ?? '';
  const type = cell.getAttribute('t') ?? 'n';
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'inlineStr') return textIn(cell);
  return type === 'n' && dates.has(cell.getAttribute('s') ?? '') ? dateOf(value) : value;
}

/** Returns the column of a reference such as `AB12`, counted from 0; null without letters. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textIn(element: XmlNode): string {
  return elements(element, 't')
    .map(({ textContent }) => textContent)
    .join('');
}

function elements(parent: XmlNode, name: string): XmlNode[] {
  return parent.getElementsByTagName(name);
}
