/** The parts of a spreadsheet (ECMA-376) besides the rows of its sheets. */
import type { AttributeValue } from '../../store/store.ts';
import { textOf } from './feature-file.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The most characters of a cell. */
export const MOST_CHARACTERS = 32_767;
/** The most characters of the name of a sheet. */
const MOST_IN_NAME = 31;
/** Styles by their place in `styles.xml`. */
const [DATE, BOLD] = [1, 2];
/** The day whose number is 0, in milliseconds; days before the first have other numbers. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Characters that XML does not allow. */
// oxlint-disable-next-line no-control-regex -- these are what is removed
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A file in the package: its name and its text. */
export interface XlsxPart {
  readonly name: string;
  readonly text: string;
}

/** Returns the parts that name the sheets; sheet `n` is `xl/worksheets/sheet<n>.xml`, from 1. */
export function packageParts(names: readonly string[]): readonly XlsxPart[] {
  const numbers = names.map((_, at) => at + 1);
  const sheets = numbers.map(
    (n) => `<sheet name="${escaped(names[n - 1]!)}" sheetId="${n}" r:id="rId${n}"/>`,
  );
  const links = numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`));
  const types = numbers.map((n) => override(`/xl/worksheets/sheet${n}.xml`, 'worksheet'));
  return [
    {
      name: '[Content_Types].xml',
      text: [
        `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
        override('/xl/workbook.xml', 'sheet.main'),
        override('/xl/styles.xml', 'styles'),
        ...types,
        '</Types>',
      ].join(''),
    },
    { name: '_rels/.rels', text: relations([relation(1, 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: 'xl/workbook.xml',
      text: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: relations([...links, relation(names.length + 1, 'styles', 'styles.xml')]),
    },
    { name: 'xl/styles.xml', text: STYLES },
  ];
}

/** Plain cells, dates in the form of the reader's country, and bold cells. */
const STYLES = [
  `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>`,
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
  '<cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/>',
  '<xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>',
].join('');

function override(part: string, type: string): string {
  return `<Override PartName="${part}" ContentType="${TYPE}.${type}+xml"/>`;
}

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function relations(all: readonly string[]): string {
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

/** Returns the beginning of a sheet. `widths` are in characters; `isTable` keeps the first row in view. */
export function sheetStart(widths: readonly number[], { isTable = false } = {}): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${isTable ? pane : ''}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

export const SHEET_END = '</sheetData></worksheet>';

/** A value of a cell; a day is a number that is shown as a date. */
export type Cell = AttributeValue | { readonly day: number };

/** Returns a row; `at` is its number from 1. */
export function rowOf(at: number, cells: readonly Cell[], { isBold = false } = {}): string {
  const style = isBold ? ` s="${BOLD}"` : '';
  const written = cells.map((cell, column) => cellOf(`${letters(column)}${at}`, cell, style));
  return `<row r="${at}">${written.join('')}</row>`;
}

/** Numbers, booleans and days keep their type. A text is never a formula. */
function cellOf(place: string, cell: Cell, style: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'object' && 'day' in cell)
    return `<c r="${place}" s="${DATE}"><v>${cell.day}</v></c>`;
  const text = escaped(textOf(cell).slice(0, MOST_CHARACTERS));
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Returns a date as a day, if spreadsheets can count it; else the value as it is. */
export function dayOf(value: AttributeValue): Cell {
  if (typeof value !== 'string' || !DAY.test(value)) return value;
  const day = (Date.parse(value) - DAY_ZERO) / DAY_MS;
  return day >= FIRST_DAY ? { day } : value;
}

/** Returns the letters of a column, from 0: A to Z, AA and so on. */
function letters(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** Returns a name that a sheet may have: 31 characters, without those of references. */
export function sheetName(name: string): string {
  return name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, MOST_IN_NAME);
}
