/** A bracket or quote and its offset, from 0. */
export interface Mark {
  readonly char: string;
  readonly offset: number;
}

/** The open brackets and quotes at a place in a text, and the first invalid character before it. */
export interface YamlScan {
  /** Open brackets, outermost first. */
  readonly open: readonly Mark[];
  /** The open quote, if there is one. */
  readonly quote: Mark | null;
  /** A quoted text with more text after its closing quote. */
  readonly goesOn: { readonly begin: Mark; readonly end: number } | null;
  /**
   * A closing bracket without an opening one, or one that does not match the innermost open
   * bracket, `closes`.
   */
  readonly stray: { readonly mark: Mark; readonly closes: Mark | null } | null;
  /** Offsets of lines in block style: outside brackets, quotes and block texts. */
  readonly lines: readonly number[];
}

const CLOSES: Readonly<Record<string, string>> = { ']': '[', '}': '{' };

/**
 * Scans a YAML text up to `end` for quotes, brackets, comments and block texts. It never fails;
 * after an error it continues. Only used for texts that a YAML parser rejects.
 */
export function scanYaml(text: string, end: number): YamlScan {
  const scanner = new Scanner(text);
  scanner.scan(end);
  return scanner;
}

class Scanner implements YamlScan {
  readonly open: Mark[] = [];
  readonly lines: number[] = [];
  quote: Mark | null = null;
  goesOn: YamlScan['goesOn'] = null;
  stray: YamlScan['stray'] = null;
  readonly #text: string;
  /** Whether a quoted text or a bracket may begin at the current character. */
  #fresh = true;
  #lineStart = 0;
  #i = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(end: number): void {
    this.#beginLine(end);
    while (this.#i < end) {
      const c = this.#text[this.#i]!;
      if (this.quote !== null) this.#insideQuote(this.quote, c);
      else if (c === '\n') {
        this.#i++;
        this.#beginLine(end);
      } else if (this.#isComment(c)) this.#i = endOfLine(this.#text, this.#i);
      else if (this.#fresh && !this.#isInFlow && (c === '|' || c === '>')) {
        this.#i = endOfBlockText(this.#text, this.#i, this.#lineStart);
        this.#beginLine(end);
      } else {
        this.#sign(c);
        this.#i++;
      }
    }
  }

  get #isInFlow(): boolean {
    return this.open.length > 0;
  }

  #beginLine(end: number): void {
    this.#lineStart = this.#i;
    this.#fresh = true;
    if (!this.#isInFlow && this.#i < end) this.lines.push(this.#i);
  }

  #isComment(c: string): boolean {
    return c === '#' && (this.#i === this.#lineStart || /\s/.test(this.#text[this.#i - 1]!));
  }

  #insideQuote(quote: Mark, c: string): void {
    if (c === '\n') this.#lineStart = this.#i + 1;
    const escapes = quote.char === '"' ? c === '\\' : c === "'" && this.#text[this.#i + 1] === "'";
    if (escapes) this.#i++;
    else if (c === quote.char) {
      if (!endsWell(this.#text, this.#i + 1, this.#isInFlow))
        this.goesOn ??= { begin: quote, end: this.#i };
      this.quote = null;
      this.#fresh = false;
    }
    this.#i++;
  }

  #sign(c: string): void {
    const mark = { char: c, offset: this.#i };
    if (this.#fresh && (c === '"' || c === "'")) this.quote = mark;
    else if ((this.#fresh || this.#isInFlow) && (c === '[' || c === '{')) {
      this.open.push(mark);
      this.#fresh = true;
    } else if (c in CLOSES && this.#isInFlow) this.#close(mark);
    else if (this.#fresh && c === '&') this.#i = endOfName(this.#text, this.#i) - 1;
    else {
      if (c in CLOSES && endsBracket(this.#text, this.#i)) this.stray ??= { mark, closes: null };
      if (!/\s/.test(c)) this.#fresh = beginsText(this.#text, this.#i, this.#isInFlow, this.#fresh);
    }
  }

  #close(mark: Mark): void {
    const opens = CLOSES[mark.char];
    if (this.open.at(-1)!.char === opens) this.open.pop();
    else {
      const isOpen = this.open.some(({ char }) => char === opens);
      this.stray ??= { mark, closes: isOpen ? this.open.pop()! : null };
    }
    this.#fresh = false;
  }
}

/**
 * Returns whether a text may begin after the character at `i`. That is a comma inside brackets, or
 * one of `:`, `-` and `?` before a space.
 */
function beginsText(text: string, i: number, inFlow: boolean, fresh: boolean): boolean {
  const c = text[i]!;
  if (c === ',' && inFlow) return true;
  const spaced = /\s|^$/.test(text[i + 1] ?? '');
  if (c === ':') return spaced || (inFlow && /['"]/.test(text[i - 1] ?? ''));
  return (c === '-' || c === '?') && fresh && spaced;
}

/**
 * Returns whether the text after a closing quote is valid: the end of the line, a comment, a colon
 * or, within brackets, also `,`, `]` or `}`.
 */
function endsWell(text: string, after: number, inFlow: boolean): boolean {
  const rest = text.slice(after, endOfLine(text, after));
  return (inFlow ? /^\s*(?:$|[,\]}:])|^\s+#/ : /^\s*(?:$|:(?:\s|$))|^\s+#/).test(rest);
}

/** Returns whether the closing bracket at `i` follows another: `]]`, `}}`. */
function endsBracket(text: string, i: number): boolean {
  return /[\]}]\s*$/.test(text.slice(Math.max(0, i - 40), i));
}

/** Returns the offset after the name of an anchor that begins at `from`. */
function endOfName(text: string, from: number): number {
  return from + /^&[^\s,[\]{}]*/.exec(text.slice(from, endOfLine(text, from)))![0].length;
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

/** Returns the offset of the line break at the end of the line, or of the end of the text. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
