const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** The largest value that is kept in memory as a whole. */
const VALUE_BYTES = 64_000_000;

/** Thrown for a text that is not JSON, or has a value that is too large. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
  /** Whether a value is too large. */
  readonly isLarge: boolean;

  constructor(isLarge = false) {
    super(isLarge ? 'a value is too large' : 'the text is not JSON');
    this.isLarge = isLarge;
  }
}

/** What comes next outside of values. */
type Expected = 'start' | 'name' | 'colon' | 'value' | 'comma' | 'end';

/**
 * Divides a JSON text that comes in parts: an object into its members, and the list of its member
 * `list`, or a list that is the whole text, into their items. Only one value is in memory at a time.
 * Values are not checked: `JSON.parse` does that.
 */
export class JsonMembers {
  /** The members of the object except the list, as texts. */
  readonly members = new Map<string, string>();
  /** Whether the text has the list. */
  hasList = false;
  readonly #list: string;
  #expected: Expected = 'start';
  #isInObject = false;
  #isInList = false;
  /** Whether a list or an object may end here: after a value, or before the first one. */
  #mayEnd = false;
  #name: string | null = null;
  /** The bytes of the value that has begun, and the kind of its first byte. */
  #value: Buffer[] | null = null;
  #kind: 'text' | 'nested' | 'word' = 'word';
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #bytes = 0;

  constructor(list: string) {
    this.#list = list;
  }

  /** Takes a part, and returns the items that are complete. */
  add(part: Buffer): string[] {
    const items: string[] = [];
    let at = 0;
    if (this.#expected === 'start' && part.subarray(0, 3).equals(BYTE_ORDER_MARK)) at = 3;
    while (at < part.length) {
      if (this.#value) {
        const end = this.#endOfValue(part, at);
        this.#keep(part.subarray(at, end === -1 ? part.length : end));
        if (end === -1) break;
        at = end;
        this.#finish(items);
      } else at = this.#step(part, at);
    }
    return items;
  }

  /** Ends the text. */
  end(): void {
    if (this.#value || this.#expected !== 'end') throw new NotJson();
  }

  /** Reads one byte between values, and returns the place of the next one. */
  #step(part: Buffer, at: number): number {
    const byte = part[at]!;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    switch (this.#expected) {
      case 'start':
        return this.#start(byte, at);
      case 'name':
        if (byte === OBJECT_END && this.#mayEnd) return this.#leave(at);
        if (byte !== QUOTE) throw new NotJson();
        return this.#begin(byte, at);
      case 'colon':
        if (byte !== COLON) throw new NotJson();
        this.#expected = 'value';
        return at + 1;
      case 'value':
        return this.#startValue(byte, at);
      case 'comma':
        return this.#continue(byte, at);
      default:
        throw new NotJson();
    }
  }

  #start(byte: number, at: number): number {
    if (byte !== OBJECT && byte !== LIST) throw new NotJson();
    this.#isInObject = byte === OBJECT;
    this.#expected = 'name';
    this.#mayEnd = true;
    if (!this.#isInObject) this.#enterList();
    return at + 1;
  }

  #startValue(byte: number, at: number): number {
    if (this.#isInList && byte === LIST_END && this.#mayEnd) return this.#leave(at);
    const isList = !this.#isInList && byte === LIST && this.#name === this.#list;
    if (!isList) return this.#begin(byte, at);
    this.#enterList();
    return at + 1;
  }

  #continue(byte: number, at: number): number {
    if (byte === (this.#isInList ? LIST_END : OBJECT_END)) return this.#leave(at);
    if (byte !== COMMA) throw new NotJson();
    this.#mayEnd = false;
    this.#expected = this.#isInList ? 'value' : 'name';
    return at + 1;
  }

  #enterList(): void {
    this.hasList = true;
    this.#isInList = true;
    this.#mayEnd = true;
    this.#expected = 'value';
  }

  /** Leaves the list or the object at its end. */
  #leave(at: number): number {
    const isWhole = !this.#isInList || !this.#isInObject;
    this.#isInList = false;
    this.#name = null;
    this.#expected = isWhole ? 'end' : 'comma';
    return at + 1;
  }

  #begin(byte: number, at: number): number {
    this.#value = [];
    this.#bytes = 0;
    this.#depth = 0;
    this.#isInText = false;
    this.#kind = byte === QUOTE ? 'text' : byte === LIST || byte === OBJECT ? 'nested' : 'word';
    return at;
  }

  /** Returns the place after the value that has begun; -1 when the part ends before it. */
  #endOfValue(part: Buffer, from: number): number {
    for (let at = from; at < part.length; at++) {
      const byte = part[at]!;
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          this.#isInText = false;
          if (this.#kind === 'text') return at + 1;
        }
      } else if (byte === QUOTE) this.#isInText = true;
      else if (this.#kind === 'word') {
        if (byte <= 0x20 || byte === COMMA || byte === LIST_END || byte === OBJECT_END) return at;
      } else if (byte === LIST || byte === OBJECT) this.#depth++;
      else if ((byte === LIST_END || byte === OBJECT_END) && --this.#depth === 0) return at + 1;
    }
    return -1;
  }

  #keep(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > VALUE_BYTES) throw new NotJson(true);
    // The part is used again by its reader.
    this.#value!.push(Buffer.from(bytes));
  }

  #finish(items: string[]): void {
    const [first, ...more] = this.#value!;
    const text = decode(more.length > 0 ? Buffer.concat(this.#value!) : first!);
    this.#value = null;
    if (this.#expected === 'name') {
      this.#name = String(parse(text));
      this.#expected = 'colon';
      return;
    }
    if (this.#isInList) items.push(text);
    else this.members.set(this.#name!, text);
    this.#mayEnd = true;
    this.#expected = 'comma';
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new NotJson();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NotJson();
  }
}
