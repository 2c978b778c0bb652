import { explainLines } from './explain-lines.ts';
import { endOfLine, scanYaml, type Mark, type YamlScan } from './scan-yaml.ts';
import { at, type SyntaxFault } from './syntax-fault.ts';

/** A text, and the place where the parser stopped. */
interface Refusal {
  readonly text: string;
  readonly offset: number;
  /** The line at `offset`. */
  readonly line: string;
  readonly lineStart: number;
  readonly scan: YamlScan;
}

/**
 * Finds the mistake behind a syntax error from the text; null when it cannot. `offset` is where the
 * parser stopped. Codes: `yaml-tab`, `yaml-odd-space`, `yaml-too-shallow`, `yaml-first-sign`,
 * `yaml-quote-inside`, `yaml-unclosed`, `yaml-stray-bracket`, `yaml-comma-missing`,
 * `yaml-comma-extra`, `yaml-colon-in-flow`, `yaml-colon-in-text`, `yaml-space-missing`, those of
 * `explainLines`.
 */
export function explainSyntax(text: string, offset: number): SyntaxFault | null {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const refusal: Refusal = {
    text,
    offset,
    lineStart,
    line: text.slice(lineStart, endOfLine(text, lineStart)),
    // The character after a quote tells whether the quote is misplaced.
    scan: scanYaml(text, Math.min(offset + 1, text.length)),
  };
  return (
    tab(refusal) ??
    oddSpace(refusal) ??
    tooShallow(refusal) ??
    quotes(refusal) ??
    brackets(refusal) ??
    sameLine(refusal) ??
    explainLines(text, offset, refusal.scan.lines)
  );
}

/** Returns the error for a text that begins with a character reserved by YAML. */
export function firstSign(text: string, offset: number, inFlow: boolean): SyntaxFault {
  const line = text.slice(offset, endOfLine(text, offset));
  const found = line.slice(0, line.search(inFlow ? /\s+#|[,\]}]|$/ : /\s+#|$/)).trimEnd();
  return at('yaml-first-sign', offset, found.length, { sign: text[offset] ?? '', found });
}

function tab({ line, lineStart }: Refusal): SyntaxFault | null {
  const place = line.slice(0, line.search(/\S|$/)).indexOf('\t');
  if (place < 0) return null;
  return at('yaml-tab', lineStart + place, 1, {});
}

/**
 * Finds a space character that YAML treats as a letter, in the indentation or after a colon of this
 * line or the previous one.
 */
function oddSpace({ text, lineStart }: Refusal): SyntaxFault | null {
  const from = lineStart === 0 ? 0 : text.lastIndexOf('\n', lineStart - 2) + 1;
  const lines = text.slice(from, endOfLine(text, lineStart));
  const odd = /(?:^ *|:)([\u00a0\u2000-\u200b\u202f\u3000]+)/m.exec(lines);
  return (
    odd &&
    at('yaml-odd-space', from + odd.index + odd[0].length - odd[1]!.length, odd[1]!.length, {
      found: odd[1]!,
    })
  );
}

/**
 * Finds a line that continues a bracket or quote of an earlier line, but is not indented deeper
 * than that earlier line.
 */
function tooShallow({ text, line, lineStart }: Refusal): SyntaxFault | null {
  const { open, quote } = scanYaml(text, lineStart);
  const mark = quote ?? open.at(-1);
  const begins = /^\s*(?:- |[\w'"-]+:(?:\s|$))/.test(line) && !/,\s*$/.test(line);
  const content = line.trim();
  if (quote && closesOnItsLine(text, quote, open)) return unclosed(text, quote);
  if (!mark || begins || content === '' || indentOf(line) > blockColumn(text, mark)) return null;
  return {
    ...at('yaml-too-shallow', lineStart + line.indexOf(content), content.length, {
      found: mark.char,
    }),
    related: { offset: mark.offset, length: 1, note: 'opened-here' },
  };
}

/**
 * Returns whether the brackets around a quote are closed on the line of the quote. In this case,
 * the quote should have ended on that line.
 */
function closesOnItsLine(text: string, quote: Mark, open: readonly Mark[]): boolean {
  const rest = text.slice(quote.offset, endOfLine(text, quote.offset));
  return open.length > 0 && /[\]}]\s*,?\s*$/.test(rest);
}

function quotes({ text, scan }: Refusal): SyntaxFault | null {
  const { goesOn, quote, open } = scan;
  if (goesOn) {
    const { begin, end } = goesOn;
    if (text.slice(begin.offset, end).includes('\n')) return unclosed(text, begin);
    const inFlow = open.length > 0;
    const rest = text.slice(end + 1, endOfLine(text, end));
    if (inFlow && /^\s+['"]?[\w-]+['"]?\s*:(?:\s|$)/.test(rest)) return commaMissing(text, end + 1);
    const { char, offset } = begin;
    const next = rest.indexOf(char) < 0 ? -1 : rest.search(new RegExp(`${char}\\s*(?:$|[,\\]}])`));
    const value = rest.slice(0, next < 0 ? rest.search(inFlow ? /[,\]}]|$/ : /\s+#|$/) : next + 1);
    return at('yaml-quote-inside', end, 1, {
      quote: char,
      rest: value.trim(),
      apostrophe: /^\p{L}/u.test(rest),
      whole:
        next < 0
          ? text.slice(offset, end + 1) + value
          : text.slice(offset + 1, end + 1) + value.slice(0, -1),
    });
  }
  return quote ? unclosed(text, quote) : null;
}

function brackets(refusal: Refusal): SyntaxFault | null {
  const { text, offset, line, lineStart, scan } = refusal;
  if (scan.stray) {
    const { mark, closes } = scan.stray;
    return closes
      ? {
          ...unclosed(text, closes),
          related: { offset: mark.offset, length: 1, note: 'other-bracket' },
        }
      : at('yaml-stray-bracket', mark.offset, 1, { found: mark.char });
  }
  const innermost = scan.open.at(-1);
  if (!innermost) return null;
  const outer = scan.open.find((mark) => mark.offset < lineStart);
  if (outer && (offset >= text.length || indentOf(line) <= columnOf(text, outer)))
    return unclosed(
      text,
      scan.open.findLast((mark) => mark.offset < lineStart)!,
    );
  if (offset >= text.length) return unclosed(text, innermost);
  if (text[offset] === ',') return at('yaml-comma-extra', offset, 1, {});
  if (text[offset] !== ':') return commaMissing(text, offset);
  if (/^:\s*[[{]/.test(text.slice(offset)))
    return commaMissing(text, offset - /[^\s,]*$/.exec(text.slice(0, offset))![0].length);
  const begin = Math.max(...['{', '[', ',', ': '].map((sign) => beginAfter(text, sign, offset)));
  const ownLine = text.slice(begin, offset).lastIndexOf('\n');
  if (ownLine >= 0) return commaMissing(text, begin + ownLine + 1);
  const end = endOfFlowText(text, offset);
  const found = text.slice(begin, end).trim();
  const start = text.indexOf(found, begin);
  const name = /\s([\w-]+)$/.exec(text.slice(start, offset))?.[1] ?? '';
  if (name !== '' && isKeyElsewhere(name, text)) return commaMissing(text, offset - name.length);
  return at('yaml-colon-in-flow', start, found.length, { found, name });
}

/** Explains a line with several values that cannot be on one line. */
function sameLine({ text, offset, line, lineStart }: Refusal): SyntaxFault | null {
  const column = offset - lineStart;
  const before = line.slice(0, column);
  const pair = /^(\s*(?:- +)*)([^\s#'"[{:][^:#]*|'[^']*'|"[^"]*"):\s+(?=\S)/.exec(line);
  const value = pair ? lineStart + pair[0].length : -1;
  if (pair && /^[%@`*&!?|>]/.test(text.slice(value)) && value <= offset + 1)
    return firstSign(text, value, false);
  if (pair && value < offset && text[offset] === ':') {
    const found = line
      .slice(pair[0].length)
      .replace(/\s+#.*$/, '')
      .trimEnd();
    const brace = found.endsWith('}') && !found.includes('{');
    return at('yaml-colon-in-text', offset, 1, { key: pair[2]!.trim(), found, brace });
  }
  if (/[\]}]\s*$/.test(before)) {
    const rest = text.slice(offset, endOfLine(text, offset));
    if (/^[\]}]/.test(rest)) return at('yaml-stray-bracket', offset, 1, { found: rest[0]! });
    if (rest.startsWith('#'))
      return at('yaml-space-missing', offset - 1, 2, {
        found: before.trim().slice(-1) + '#',
        right: `${before.trim().slice(-1)} #`,
      });
    if (value >= 0) return firstSign(text, value, false);
  }
  return null;
}

/** Returns the character that closes a bracket or quote. */
function closesWith(char: string): string {
  return { '[': ']', '{': '}' }[char] ?? char;
}

function unclosed(text: string, { char, offset }: Mark): SyntaxFault {
  const comment = /['"]/.test(char)
    ? null
    : /\s(#[^\s,]*)/.exec(text.slice(offset, endOfLine(text, offset)));
  return at('yaml-unclosed', offset, 1, {
    found: char,
    right: closesWith(char),
    comment: comment?.[1] ?? '',
  });
}

/** Returns whether a name is a key in another place of the text. */
function isKeyElsewhere(name: string, text: string): boolean {
  return new RegExp(`(?:^ *(?:- +)*|[{,]\\s*)${name}:(?:\\s|$)`, 'm').test(text);
}

function commaMissing(text: string, from: number): SyntaxFault {
  const offset = from + text.slice(from).search(/\S/);
  const [found] = /^['"]?[^\s,\]}:]*['"]?:?/.exec(text.slice(offset))!;
  return at('yaml-comma-missing', offset, Math.max(found.length, 1), { found });
}

/** Returns the column of a line's content, after the `- ` of a list. */
function columnOf(text: string, { offset }: Mark): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^\s*(?:- +)*/.exec(text.slice(start, offset))![0].length;
}

/** Returns the column of the key or dash before a bracket or quote; -1 if there is none. */
function blockColumn(text: string, mark: Mark): number {
  const start = text.lastIndexOf('\n', mark.offset - 1) + 1;
  const column = columnOf(text, mark);
  const isItem = start + column === mark.offset;
  return isItem ? text.slice(start, mark.offset).lastIndexOf('-') : column;
}

function indentOf(line: string): number {
  return line.search(/\S|$/);
}

function beginAfter(text: string, sign: string, before: number): number {
  const place = text.lastIndexOf(sign, before - 1);
  return place < 0 ? 0 : place + sign.length;
}

function endOfFlowText(text: string, from: number): number {
  const line = text.slice(from, endOfLine(text, from));
  return from + line.search(/[,\]}]|$/);
}
