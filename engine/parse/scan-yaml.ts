/** A bracket or quote, and where it stands. Offsets count from 0. */
export interface Mark {
  readonly char: string;
  readonly offset: number;
}

/** What a text up to some place leaves open, and the first thing in it that cannot be right. */
export interface YamlScan {
  /** Brackets that are still open, outermost first. */
  readonly open: readonly Mark[];
  /** The quote that is still open. */
  readonly quote: Mark | null;
  /** A quoted text that ends and is followed by more text. */
  readonly goesOn: { readonly begin: Mark; readonly end: number } | null;
  /** A bracket that closes nothing, or one that would close another while `closes` is open inside. */
  readonly stray: { readonly mark: Mark; readonly closes: Mark | null } | null;
  /** Offsets of the lines that begin a line of block YAML: not inside brackets, quotes or a block text. */
  readonly lines: readonly number[];
}

const CLOSES: Readonly<Record<string, string>> = { ']': '[', '}': '{' };

/**
 * Reads a text of YAML up to `end` as its author saw it: quotes, brackets, comments and block
 * texts. It never fails; where the text is wrong it goes on as if it were right. Only called when a
 * YAML reader has refused the text.
 */
export function scanYaml(text: string, end: number): YamlScan {
  const open: Mark[] = [];
  const lines: number[] = [];
  let quote: Mark | null = null;
  let goesOn: YamlScan['goesOn'] = null;
  let stray: YamlScan['stray'] = null;
  /** Whether a text or bracket may begin here. */
  let fresh = true;
  let lineStart = 0;
  let i = 0;
  const beginLine = (offset: number): void => {
    lineStart = offset;
    fresh = true;
    if (open.length === 0 && quote === null && offset < end) lines.push(offset);
  };
  beginLine(0);
  while (i < end) {
    const c = text[i]!;
    if (quote !== null) {
      if (c === '\n') lineStart = i + 1;
      if (quote.char === '"' && c === '\\') i++;
      else if (c === quote.char) {
        if (c === "'" && text[i + 1] === "'") i++;
        else {
          if (goesOn === null && !endsWell(text, i + 1, open.length > 0))
            goesOn = { begin: quote, end: i };
          quote = null;
          fresh = false;
        }
      }
      i++;
    } else if (c === '\n') {
      i++;
      beginLine(i);
    } else if (c === '#' && (i === lineStart || /\s/.test(text[i - 1]!))) {
      i = endOfLine(text, i);
    } else if (fresh && (c === '"' || c === "'")) {
      quote = { char: c, offset: i };
      i++;
    } else if (fresh && (c === '|' || c === '>') && open.length === 0) {
      i = endOfBlockText(text, i, lineStart);
      if (i < end) beginLine(i);
    } else if ((fresh || open.length > 0) && (c === '[' || c === '{')) {
      open.push({ char: c, offset: i });
      fresh = true;
      i++;
    } else if (c in CLOSES && open.length > 0) {
      const mark = { char: c, offset: i };
      if (open.at(-1)!.char === CLOSES[c]) open.pop();
      else if (open.some(({ char }) => char === CLOSES[c])) stray ??= { mark, closes: open.pop()! };
      else stray ??= { mark, closes: null };
      fresh = false;
      i++;
    } else {
      if (c in CLOSES && endsBracket(text, i))
        stray ??= { mark: { char: c, offset: i }, closes: null };
      if (!/\s/.test(c)) fresh = beginsText(text, i, open.length > 0, fresh);
      i++;
    }
  }
  return { open, quote, goesOn, stray, lines };
}

/** Whether a text may begin after the sign at `i`: `: `, `- `, `? `, and commas inside brackets. */
function beginsText(text: string, i: number, inFlow: boolean, fresh: boolean): boolean {
  const c = text[i]!;
  if (c === ',' && inFlow) return true;
  const blank = /\s|^$/.test(text[i + 1] ?? '');
  if (c === ':') return blank || (inFlow && /['"]/.test(text[i - 1] ?? ''));
  return (c === '-' || c === '?') && fresh && blank;
}

/** Whether what follows a closing quote may follow it: a comment, the end, a colon, in brackets `,`, `]`, `}`. */
function endsWell(text: string, after: number, inFlow: boolean): boolean {
  const rest = text.slice(after, endOfLine(text, after));
  return (inFlow ? /^\s*(?:$|[,\]}:])|^\s+#/ : /^\s*(?:$|:(?:\s|$))|^\s+#/).test(rest);
}

/** Whether the closing bracket at `i` follows one that closed: `]]`, `}}`. */
function endsBracket(text: string, i: number): boolean {
  return /[\]}]\s*$/.test(text.slice(Math.max(0, i - 40), i));
}

function endOfBlockText(text: string, from: number, lineStart: number): number {
  const indent = /^ */.exec(text.slice(lineStart))![0].length;
  let i = endOfLine(text, from) + 1;
  while (i < text.length) {
    const line = text.slice(i, endOfLine(text, i));
    const own = line.search(/\S/);
    if (own >= 0 && own <= indent) break;
    i += line.length + 1;
  }
  return Math.min(i, text.length);
}

/** Offset of the line break that ends the line of `from`, or of the end of the text. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
