import type { Position } from '../diagnostics/diagnostic.ts';
import { hexFrom } from '../diagnostics/meant.ts';

/** A place that YAML reads differently than its author intended. Offsets count from 0. */
export interface YamlTrap {
  readonly code:
    | 'unquoted-operator'
    | 'unquoted-color'
    | 'unquoted-parameter'
    | 'tag-refused'
    | 'merge-key-refused'
    | 'unused-anchor'
    | 'yaml-leading-zero'
    | 'comma-in-number'
    | 'yaml-odd-space'
    | 'yaml-dash-missing'
    | 'yaml-quote-missing';
  readonly found: string;
  readonly offset: number;
}

/**
 * Finds the places in a YAML file where an unquoted operator, colour or `${…}` has another meaning
 * in YAML: a tag (`!has`), an alias (`*`), an indicator (`>=`, `%`), a comment (`#1b7837`), several
 * entries (`rgb(1, 2, 3)` in brackets, `1,2,3` in braces), a mapping (`${x}` after a comma or bracket) or an anchor (`&`). It also finds numbers such as `01`, indentation with
 * spaces that YAML reads as text, and lines that continue the list entry above because their dash
 * is missing. Quoted text, comments and block texts are skipped. Returns the first `most` places in
 * order of appearance.
 */
export function findYamlTraps(text: string, most = Infinity): YamlTrap[] {
  if (
    !text.includes('${') &&
    ![SUSPICIOUS, ODD_SPACE, RUN_ON, HALF_ADDRESS, ZERO, CUT_COLOR, CUT_NUMBER].some((some) =>
      some.test(text),
    )
  )
    return [];
  const traps: YamlTrap[] = [];
  let offset = 0;
  let blockIndent = -1;
  let above = '';
  const repeated = new Set(Array.from(text.matchAll(/\*([\w-]+)/g), ([, name]) => name!));
  for (const line of text.split('\n')) {
    if (traps.length >= most) break;
    const indent = line.search(/\S/);
    if (blockIndent >= 0 && (indent < 0 || indent > blockIndent)) {
      offset += line.length + 1;
      continue;
    }
    blockIndent = -1;
    const unquoted = withoutQuoted(line);
    for (const trap of [...runOn(above, unquoted, line), ...trapsOfLine(unquoted, repeated)])
      if (traps.length < most) traps.push({ ...trap, offset: offset + trap.offset });
    above = unquoted;
    if (/(^|[:-]\s+)[|>][+-]?\d?\s*(#.*)?$/.test(unquoted)) blockIndent = Math.max(indent, 0);
    offset += line.length + 1;
  }
  return traps;
}

/**
 * Matches files that need a scan. Most files do not. The pattern looks behind from the operators,
 * which are few, instead of ahead from the commas, which are many. This takes a fifth of the time.
 */
const SUSPICIOUS = /(?:[!*%@`&<>]|\|(?![\s+-])|#(?=[0-9a-f]{3}))(?<=(?:^|[[{,:-])[ \t]*.)/im;

const OPERATOR =
  /([[,]\s*)(!=|!(?=[\s,\]])|!(?=[a-z][\w-]*\s*[,\]])|>=|<=(?=\s*[,\]])|>(?=\s*[,\]])|%(?=\s*[,\]])|\*(?=\s*[,\]])|@[\w-]*(?=\s*[,\]])|\^(?=\s*[,\]]))/g;
const COLOR =
  /((?:^|[:\-[,{])\s+|[[,])(#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8}))(?=\s*(?:$|[,}\]\r]))/gi;
/** A colour such as `rgb(1, 2, 3)`, which brackets split at its commas. */
const COLOR_IN_PARTS =
  /((?:^|[:\-[,{])\s+|[[,])((?:rgb|hsl)a?\s*\([\s\d.,%-]+\))(?=\s*(?:$|[,}\]\r]))/gi;
const CUT_COLOR = /\b(?:rgb|hsl)a?\s*\(/i;
const PARAMETER = /([[,{]\s*|:\s+)([\w.-]*\$\{[^}'"]*\}[\w-]*)(?=\s*(?:$|[,}\]\r]))/g;
/** A colour, a text with a parameter or an address that ends with a quote but does not begin with one. */
const HALF_QUOTED =
  /((?:^|[:\-[,{])\s+|[[,])((?:#[0-9a-f]{3,8}|[\w.-]*\$\{[^}'"]*\}[\w.-]*|https?:\/\/[^\s'",\]}]+)['"])(?=\s*(?:$|[,}\]\r]))/gi;
const HALF_ADDRESS = /[\s[]https?:[^\s'"]+['"]/;
const TAG = /((?:^|[:\-,[{])\s+|[[{])(![\w!:/.-]+)/g;
const MERGE = /^(\s*(?:-\s+)?|.*[{,]\s*)(<<)\s*:/g;

/** Matches indentation with space characters that YAML reads as text. */
const ODD_SPACE = /^ *[\u00a0\u2000-\u200b\u202f\u3000]/m;
const INDENTATION = /(^ *)([\u00a0\u2000-\u200b\u202f\u3000]+)/g;

/** A whole number that begins with 0, as a value or key. */
const LEADING_ZERO = /(^ *(?:- +)*|: +|[[{,] *)(0\d+)(?=\s*(?:$|[,}\]\r]|#|:(?:\s|$)))/g;
const ZERO = /(?:^|[\s[{,])0\d/m;

/** A list entry of one word, followed by a line that starts in the column of the word. */
const ENTRY = /^( *- )[^\s:#[{|>][^\s:]*\s*$/;
const RUN_ON = /^( *)- [^\s:]+\s*\n\1  [^\s:#-][^:\n]*$/m;
const ANCHOR = /((?:^|[:\-,[{])\s+|[[{])(&[\w-]+)/g;

/**
 * Finds a line `raw` that YAML reads as a continuation of the entry above; `above` and `line` do
 * not contain quoted text.
 */
function runOn(above: string, line: string, raw: string): YamlTrap[] {
  const column = ENTRY.exec(above)?.[1]!.length ?? -1;
  if (line.search(/\S/) !== column) return [];
  if (!/^(?:[[{_]|[^\s:#-][^\s:]*\s*$)/.test(line.slice(column))) return [];
  return [{ code: 'yaml-dash-missing', found: /\S+/.exec(raw)![0], offset: column }];
}

/** The part of a number before a comma of a thousands separator. */
const THOUSANDS = /(?:^|[\s[{:])(-?[1-9]\d{0,2}(?:,\d{3})*,)$/;

/**
 * Finds numbers that begin with 0, and numbers with commas such as `20,000`. Outside of brackets, a
 * number is a value only if it begins a list entry or follows a colon, and ends its line.
 */
function* leadingZeros(line: string): Generator<YamlTrap> {
  const insideFlow = flowReader(line);
  let end = 0;
  for (const match of line.matchAll(LEADING_ZERO)) {
    const [, before = '', found = ''] = match;
    const offset = match.index + before.length;
    if (offset < end) continue;
    const rest = line.slice(offset + found.length);
    const thousands = found.length === 3 ? THOUSANDS.exec(line.slice(0, offset))?.[1] : undefined;
    if (thousands !== undefined && insideFlow(offset)) {
      const whole = `${thousands}${found}${/^(?:,\d{3})*/.exec(rest)![0]}`;
      end = offset - thousands.length + whole.length;
      yield { code: 'comma-in-number', found: whole, offset: offset - thousands.length };
      continue;
    }
    // `decimalCommas` reports the end of `0,05`.
    if (/: +-?\d+,$/.test(line.slice(0, offset))) continue;
    const isKey = /^:(?:\s|$)/.test(rest);
    const isValue = isKey || (/^ *(?:- +)+$|: +$/.test(before) && /^\s*(?:$|#)/.test(rest));
    if (insideFlow(offset) || isValue) yield { code: 'yaml-leading-zero', found, offset };
  }
}

/** A number with a decimal comma, as the value of a key in braces; the part after it is a key. */
const DECIMAL_COMMA = /(: +)(-?\d+,(?!0\d\d[,\s}])\d+)(?=\s*(?:,|\}))/g;
const CUT_NUMBER = /: -?\d+,\s*\d+\s*[,}]/;

/** A colour in numbers from 0 to 255, as QGIS copies it, as the value of a key in braces. */
const COLOR_IN_NUMBERS =
  /([\w-]+)(: +)(\d{1,3}(?:, *\d{1,3}){2,3}(?:,rgb:[\d.]+(?:,[\d.]+)*)?)(?=\s*(?:,|\}))/g;
const COLOR_KEY = /colou?r|couleur|^(?:light|dark|edge)$/i;
/** A number with thousands separators, or with spaces after its commas. */
const NO_COLOR = /^[1-9]\d{0,2}(?:,\d{3})+$|\s/;

function* colorsInNumbers(line: string): Generator<YamlTrap> {
  const insideFlow = flowReader(line);
  for (const { 1: key = '', 2: colon = '', 3: found = '', index } of line.matchAll(
    COLOR_IN_NUMBERS,
  )) {
    const offset = index + key.length + colon.length;
    const isColor = COLOR_KEY.test(key) || !NO_COLOR.test(found);
    if (isColor && hexFrom(found) !== undefined && insideFlow(offset))
      yield { code: 'unquoted-color', found, offset };
  }
}

function* decimalCommas(line: string): Generator<YamlTrap> {
  for (const match of line.matchAll(DECIMAL_COMMA)) {
    const [, before = '', found = ''] = match;
    const offset = match.index + before.length;
    const opened = line.slice(0, offset);
    if (opened.lastIndexOf('{') > opened.lastIndexOf('['))
      yield { code: 'comma-in-number', found, offset };
  }
}

function* trapsOfLine(line: string, repeated: ReadonlySet<string>): Generator<YamlTrap> {
  const colors = [...colorsInNumbers(line)];
  yield* colors;
  for (const trap of [...leadingZeros(line), ...decimalCommas(line)])
    if (!colors.some(({ offset, found }) => isWithin(trap.offset, offset, found))) yield trap;
  const seen = new Set<number>();
  const insideFlow = flowReader(line);
  for (const [pattern, code] of [
    [OPERATOR, 'unquoted-operator'],
    [HALF_QUOTED, 'yaml-quote-missing'],
    [COLOR, 'unquoted-color'],
    [COLOR_IN_PARTS, 'unquoted-color'],
    [PARAMETER, 'unquoted-parameter'],
    [MERGE, 'merge-key-refused'],
    [TAG, 'tag-refused'],
    [ANCHOR, 'unused-anchor'],
    [INDENTATION, 'yaml-odd-space'],
  ] as const) {
    for (const match of line.matchAll(pattern)) {
      const found = match[2]!;
      const offset = match.index + match[1]!.length;
      // YAML 1.2 reads `<=` and a parameter outside brackets as plain text, which is correct.
      if (code === 'unquoted-operator' && found === '<=') continue;
      if (code === 'unquoted-operator' && found === '^') continue;
      if (code === 'unused-anchor' && repeated.has(found.slice(1))) continue;
      if (code === 'unquoted-parameter' && !insideFlow(offset)) continue;
      // Outside brackets, YAML reads the whole colour.
      const inPair = /^\s*[,\]}]/.test(line.slice(offset + found.length));
      if (pattern === COLOR_IN_PARTS && !(inPair && found.includes(','))) continue;
      if (seen.has(offset)) continue;
      seen.add(offset);
      yield { code, found, offset };
    }
  }
}

function isWithin(at: number, offset: number, found: string): boolean {
  return at >= offset && at < offset + found.length;
}

/**
 * Returns a function that tests whether brackets are open at an offset. The offsets of successive
 * calls must increase.
 */
function flowReader(line: string): (offset: number) => boolean {
  let depth = 0;
  let i = 0;
  return (offset) => {
    for (; i < offset; i++) {
      if (line[i] === '[' || line[i] === '{') depth++;
      else if (line[i] === ']' || line[i] === '}') depth--;
    }
    return depth > 0;
  };
}

/**
 * Returns the line without its comment. Quoted text is overwritten, not removed, so that offsets do
 * not change.
 */
function withoutQuoted(line: string): string {
  let out = '';
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (quote) {
      if (quote === '"' && c === '\\') {
        out += '  ';
        i++;
        continue;
      }
      if (c === quote) {
        if (quote === "'" && line[i + 1] === "'") {
          out += '  ';
          i++;
          continue;
        }
        quote = '';
      }
      out += '_';
    } else if ((c === '"' || c === "'") && /(^|[\s[{,:-])$/.test(out.slice(-1))) {
      quote = c;
      out += '_';
    } else if (c === '#' && (i === 0 || /\s/.test(line[i - 1]!)) && !isColor(line.slice(i))) {
      return out;
    } else {
      out += c;
    }
  }
  return out;
}

function isColor(rest: string): boolean {
  return /^#(?:[0-9a-f]{3,8}['"]|[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\s*(?:$|[,}\]\r])/i.test(
    rest,
  );
}

/** Returns the line and column (from 1) of an offset (from 0). */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1 };
}
