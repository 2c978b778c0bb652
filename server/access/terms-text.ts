import type { ServedTerms } from './atlas-snapshot.ts';

/** Marks of Markdown that a reader of plain text does not need: those of headings and emphasis. */
const MARKS = /^#{1,6} +|\*\*/gm;

/** Returns terms in one language as plain text: their name, and their text. */
export function termsText({ name, text }: ServedTerms, locale: string): string {
  return `${name[locale] ?? ''}\n\n${(text[locale] ?? '').trim().replaceAll(MARKS, '')}`;
}
