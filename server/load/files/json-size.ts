import { FILE_LIMITS } from 'atlas-engine/readers';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** The limit that a text exceeds, and the offset where it does. */
export interface Excess {
  readonly limit: 'depth' | 'lists';
  readonly offset: number;
}

/**
 * Measures the nesting of a JSON text and its number of lists and objects, before it is parsed.
 * Returns null when it is within the limits. The text may be invalid JSON.
 */
export function excessOf(text: string): Excess | null {
  let depth = 0;
  let lists = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case LIST:
      case OBJECT:
        if (++depth > FILE_LIMITS.depth) return { limit: 'depth', offset: i };
        if (++lists > FILE_LIMITS.lists) return { limit: 'lists', offset: i };
        break;
      case LIST_END:
      case OBJECT_END:
        depth--;
    }
  }
  return null;
}

/** Returns the offset of the quote that ends a string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) return i;
  }
  return text.length;
}

/** Describes the exceeded limit; the text continues a sentence. */
export function wordsOfExcess({ limit }: Excess): string {
  return limit === 'depth'
    ? `is nested deeper than ${FILE_LIMITS.depth} levels`
    : `has more than ${FILE_LIMITS.lists} lists and objects`;
}
