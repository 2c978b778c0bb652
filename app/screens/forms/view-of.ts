/** Returns an address of the map; null for any other text, which may come from a forged link. */
export function viewOf(text: string | null): string | null {
  return text !== null && /^\/(?:[?#]|$)/.test(text) ? text : null;
}
