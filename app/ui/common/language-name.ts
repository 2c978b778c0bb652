import type { BundleIndex } from 'atlas-engine/runtime';

/** Returns the name of a language in the language of the page; its own name if that is not known. */
export function languageName(id: string, { locale, locales }: BundleIndex): string {
  const own = locales.available.find((one) => one.id === id)?.name ?? id;
  return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(id) ?? own;
}
