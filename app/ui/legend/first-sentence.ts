import type { RichText } from 'atlas-engine/runtime';

/**
 * Returns the first sentence of the first paragraph of a text; the whole paragraph in browsers that
 * cannot divide it. Empty without a paragraph.
 */
export function firstSentence(text: RichText | undefined, locale: string): string {
  const paragraph = text?.find((block) => block.type === 'paragraph');
  const words = paragraph?.content.map((run) => run.text).join('') ?? '';
  if (!('Segmenter' in Intl)) return words;
  const [first] = new Intl.Segmenter([locale, 'en'], { granularity: 'sentence' }).segment(words);
  return first?.segment.trim() ?? '';
}
