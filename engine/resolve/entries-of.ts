/** Returns the entries of a mapping without the author's notes (`x-…`). */
export function entriesOf<T>(
  node: { readonly [key: string]: T } | undefined,
): [key: string, value: T][] {
  return Object.entries(node ?? {}).filter(([key]) => !key.startsWith('x-'));
}
