/** The entries of a mapping that may be left out. */
export function entriesOf<T>(
  node: { readonly [key: string]: T } | undefined,
): [key: string, value: T][] {
  return Object.entries(node ?? {});
}
