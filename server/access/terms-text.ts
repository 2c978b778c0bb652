import type { ServedTerms } from './atlas-snapshot.ts';

/** Returns terms in one language: their name, and their text in Markdown. */
export function termsText({ name, text }: ServedTerms, locale: string): string {
  return `${name[locale] ?? ''}\n\n${(text[locale] ?? '').trim()}`;
}
