import { yamlText } from './yaml-text.ts';

/** One comparison of an expression of SQL or QGIS, such as `"area" >= 10` or `status IN ('a', 'b')`. */
const COMPARISON =
  /^\(?\s*(?:"(?<quoted>[^"]+)"|(?<plain>[\p{L}_][\p{L}\d_]*))\s*(?<sign>=|==|!=|<>|>=|<=|>|<|\bnot\s+in\b|\bin\b|\bis\s+not\s+null\b)\s*(?<value>.*?)\s*\)?$/isu;

/** A value of such an expression. */
const VALUE = /^(?:'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<bare>-?[\p{L}\d_.][\p{L}\d_. -]*))$/u;

/**
 * Returns the `where` that an expression of SQL or QGIS means, such as `{ status: valid }` for
 * `"status" = 'valid'`; undefined for other texts, and for expressions that `where` cannot express.
 */
export function whereFrom(expression: string): string | undefined {
  const tests = new Map<string, string>();
  for (const part of expression.trim().split(/\s+and\s+/i)) {
    const { quoted, plain, sign = '', value = '' } = COMPARISON.exec(part)?.groups ?? {};
    const test = testFrom(sign.toLowerCase().replace(/\s+/g, ' '), value);
    const field = quoted ?? plain;
    if (field === undefined || test === undefined) return undefined;
    const other = tests.get(field);
    if (other !== undefined && !(isRange(other) && isRange(test))) return undefined;
    tests.set(field, other === undefined ? test : `${other.slice(0, -2)}, ${test.slice(2)}`);
  }
  return `{ ${[...tests].map(([field, test]) => `${yamlText(field)}: ${test}`).join(', ')} }`;
}

/**
 * Returns a sentence about the limits of `whereFrom` for an expression with `>` or `<`, which exclude
 * the limit; empty for other expressions.
 */
export function limitsNote(expression: string): string {
  return /(?<!<)>(?!=)|<(?![=>])/.test(expression.replace(/'[^']*'/g, ''))
    ? ' `min` and `max` include their value: for whole numbers, `> 100` is `min: 101`.'
    : '';
}

function isRange(test: string): boolean {
  return /^\{ m(?:in|ax):/.test(test);
}

function testFrom(sign: string, value: string): string | undefined {
  if (sign === 'is not null') return value === '' ? '{ present: true }' : undefined;
  const isList = sign.endsWith('in');
  const inside = isList ? /^\(?(.*?)\)?$/s.exec(value)![1]!.split(',') : [value];
  const values = inside.map((one) => valueFrom(one.trim()));
  if (values.includes(undefined)) return undefined;
  const written = isList ? `[${values.join(', ')}]` : values[0]!;
  if (sign === '!=' || sign === '<>' || sign === 'not in') return `{ not: ${written} }`;
  if (!/[<>]/.test(sign)) return written;
  return Number.isFinite(Number(written))
    ? `{ ${sign.startsWith('>') ? 'min' : 'max'}: ${written} }`
    : undefined;
}

function valueFrom(text: string): string | undefined {
  const { single, double, bare } = VALUE.exec(text)?.groups ?? {};
  const found = single ?? double;
  if (found === undefined) return bare;
  // A quoted number is a text.
  return /^[\d.+-]/.test(found) && Number.isFinite(Number(found)) ? `'${found}'` : yamlText(found);
}

/**
 * Returns the label that an expression of QGIS or SQL means: the value of a field for `"name"`, and
 * a MapLibre expression for `"name" || ' m'` or `concat("name", ' m')`; undefined for other texts.
 */
export function labelFrom(expression: string): string | undefined {
  const inside = /^\s*concat\s*\((.*)\)\s*$/is.exec(expression)?.[1];
  const parts = inside === undefined ? expression.split(/\s*\|\|\s*/) : splitOutsideQuotes(inside);
  const written = parts.map(labelPart);
  if (written.includes(undefined)) return undefined;
  const [only, ...others] = written;
  if (others.length > 0) return `[concat, ${written.join(', ')}]`;
  return /^\[get, (.*)\]$/.exec(only!)?.[1]?.replace(/^(.*)$/, '{ field: $1 }') ?? only!;
}

function splitOutsideQuotes(text: string): string[] {
  return Array.from(text.matchAll(/\s*('[^']*'|"[^"]*"|[^,'"]+)\s*(?:,|$)/g), ([, part]) =>
    part!.trim(),
  );
}

function labelPart(part: string): string | undefined {
  const [, double, single, bracket, bare] =
    /^\s*(?:"([^"]+)"|'([^']*)'|\[%?\s*([\p{L}\d_]+)\s*%?\]|([\p{L}_][\p{L}\d_]*))\s*$/u.exec(
      part,
    ) ?? [];
  if (single !== undefined) return `'${single}'`;
  const field = double ?? bracket ?? bare;
  return field === undefined ? undefined : `[get, ${yamlText(field)}]`;
}

/**
 * Returns the colour of a text with the numbers of red, green, blue and perhaps alpha, from 0 to
 * 255, as QGIS writes it; undefined for any other text.
 */
export function hexFrom(text: string): string | undefined {
  const [, ...parts] =
    /^\s*\[?\s*(\d{1,3})[\s,;]+(\d{1,3})[\s,;]+(\d{1,3})(?:[\s,;]+(\d{1,3}))?\s*\]?(?:\s*,\s*rgb:.*)?\s*$/.exec(
      text,
    ) ?? [];
  const numbers = parts.filter((part) => part !== undefined).map(Number);
  if (numbers.length < 3 || numbers.some((number) => number > 255)) return undefined;
  if (numbers[3] === 255) numbers.pop();
  const digits = numbers.map((number) => number.toString(16).padStart(2, '0'));
  return `#${digits.join('').toUpperCase()}`;
}

/** Scale of zoom 0 at the equator, on a screen of 96 dots per inch. */
const SCALE_OF_ZOOM_0 = 295_829_355;

/**
 * Returns the zoom of a scale such as `1:50000`, `1:50 000` or `50000`, to the nearest half;
 * undefined for any other text and for numbers that can be a zoom.
 */
export function zoomFrom(text: string): { scale: string; zoom: number } | undefined {
  const [, number = ''] = /^\s*(?:1\s*[:/]\s*)?(\d[\d\s.,'’]*)$/.exec(text) ?? [];
  const scale = Number(number.replace(/[^\d]/g, ''));
  if (scale < 500) return undefined;
  const zoom = Math.round(Math.log2(SCALE_OF_ZOOM_0 / scale) * 2) / 2;
  return { scale: `1:${scale}`, zoom: Math.min(Math.max(zoom, 0), 24) };
}

/** Pixels of a unit of length on a screen of 96 dots per inch. */
const PIXELS: Readonly<Record<string, number>> = { mm: 96 / 25.4, cm: 96 / 2.54, pt: 96 / 72 };

/** Returns a size such as `0.26 mm` in pixels, rounded to a tenth; undefined for any other text. */
export function pixelsFrom(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:[.,]\d+)?)\s*(mm|cm|pt)$/.exec(text) ?? [];
  if (number === '') return undefined;
  return Math.round(Number(number.replace(',', '.')) * PIXELS[unit]! * 10) / 10;
}

/** A number, a range such as `0-50`, or a lower bound such as `> 100`. */
const LOWER = /^(?:>=?|≥)?\s*(-?\d+(?:\.\d+)?)(?:\s*(?:-|–|\.\.|to|à)\s*-?\d+(?:\.\d+)?)?$/;

/**
 * Returns classes by numbers or ranges, each with its colour, as the text of `steps`; undefined for
 * classes by other values or with other colours.
 */
export function stepsFrom(
  classes: readonly (readonly [value: string, color: unknown])[],
): string | undefined {
  const steps = classes.map(([value, color]) => [LOWER.exec(value.trim())?.[1], color] as const);
  if (steps.some(([from, color]) => from === undefined || typeof color !== 'string'))
    return undefined;
  const sorted = steps.toSorted(([a], [b]) => Number(a) - Number(b));
  return `[${sorted.map(([from, color]) => `[${from}, '${String(color)}']`).join(', ')}]`;
}

/** The signs that YAML reads in double quotes for a backslash and a letter. */
const ESCAPED: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\r': '\\r',
  '\f': '\\f',
  '\b': '\\b',
};

/** Returns a text with the escapes of the double quotes in which it was written. */
export function asWritten(text: string): string {
  return text.replace(/[\t\n\v\r\f\b]/g, (sign) => ESCAPED[sign]!);
}

/** Returns where the copy of a file from elsewhere can be in the configuration. */
export function copyOf(path: string): string {
  return `data/${asWritten(path)
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\s+/g, '-')
    .replace(/\.shp$/i, '.zip')}`;
}

/**
 * Returns the list of bounds that a text means, as it is written: a polygon as WKT, or an extent of
 * QGIS, `west,east,south,north [EPSG:4326]` or `west,south : east,north`; undefined for other texts
 * and for coordinates that are not degrees.
 */
export function boxFrom(text: string): string | undefined {
  const numbers = Array.from(text.matchAll(/-?\d+(?:\.\d+)?(?![\d\]])/g), Number);
  const box = /^\s*(?:multi)?polygon/i.test(text)
    ? boundsOf(numbers)
    : /\[EPSG:4326\]\s*$/i.test(text)
      ? [numbers[0], numbers[2], numbers[1], numbers[3]]
      : /^[^:]+\s:\s[^:]+$/.test(text) && numbers.length === 4
        ? numbers
        : [];
  const [west = NaN, south = NaN, east = NaN, north = NaN] = box;
  const isBox = west < east && south < north && west >= -180 && east <= 180;
  return isBox && south >= -90 && north <= 90
    ? `[${[west, south, east, north].join(', ')}]`
    : undefined;
}

/** Returns the bounds of pairs of coordinates. */
function boundsOf(numbers: readonly number[]): number[] {
  const [x, y] = [0, 1].map((rest) => numbers.filter((_, i) => i % 2 === rest));
  return [Math.min(...x!), Math.min(...y!), Math.max(...x!), Math.max(...y!)];
}
