/** Converts to lower case without accents, so that "ecole" finds "École". */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .toLowerCase();
}

/** Returns whether every word of the filter occurs in one of the texts. */
export function matchesText(filter: string, ...texts: readonly (string | undefined)[]): boolean {
  const heap = foldText(texts.filter(Boolean).join(' '));
  return wordsOf(filter).every((word) => heap.includes(word));
}

/** A part of a text, and whether it matches a word of the filter. */
export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Divides a text into the parts that match a word of the filter and those between them. */
export function markText(text: string, filter: string): readonly TextPart[] {
  const letters = [...text];
  const folded = letters.map(foldText);
  const heap = folded.join('');
  const starts = folded.map((_, index) => folded.slice(0, index).join('').length);
  const ranges = wordsOf(filter).flatMap((word) => rangesOf(word, heap));
  const isMarked = letters.map((_, index) => {
    const start = starts[index] ?? 0;
    // An accent that is a letter of its own has no folded text; it belongs to the letter before.
    const end = Math.max(start, start + (folded[index]?.length ?? 0) - 1);
    return ranges.some(([from, to]) => from <= end && start < to);
  });
  const parts: { text: string; marked: boolean }[] = [];
  letters.forEach((letter, index) => {
    const marked = isMarked[index] ?? false;
    const last = parts.at(-1);
    if (last?.marked === marked) last.text += letter;
    else parts.push({ text: letter, marked });
  });
  return parts;
}

function wordsOf(filter: string): readonly string[] {
  return foldText(filter).split(/\s+/).filter(Boolean);
}

function rangesOf(word: string, heap: string): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (let at = heap.indexOf(word); at >= 0; at = heap.indexOf(word, at + 1))
    found.push([at, at + word.length]);
  return found;
}
