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
  return foldText(filter)
    .split(/\s+/)
    .every((word) => heap.includes(word));
}
