/** Returns the entries of an optional mapping. */
export function entriesOf<T>(
  node: { readonly [key: string]: T } | undefined,
): [key: string, value: T][] {
  return Object.entries(node ?? {});
}
