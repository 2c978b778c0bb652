import { UsageError } from '../../host/common/command.ts';
/** Returns a text that is the same in each language, for an author to translate. */
export function toFill(text: string, locales: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(locales.map((locale) => [locale, text]));
}

/** Returns the name of a file, field or value as words: `land_use` as `Land use`. */
export function words(name: string): string {
  const spaced = name.replace(/[_\s-]+/g, ' ').trim();
  return spaced === '' ? name : spaced[0]!.toUpperCase() + spaced.slice(1);
}

/** Throws `UsageError` for an id that the layer language does not allow. */
export function requireId(id: string): void {
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) return;
  throw new UsageError(
    `\`${id}\` is not an id, which has lower-case letters, digits and hyphens, such as \`${idOf(id)}\`.`,
  );
}

/** Returns an id for a name: lower-case letters, digits and hyphens. */
export function idOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const id = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(id) ? id : `layer-${id}`.replace(/-$/, '');
}
