import { SAFE_LINK } from '../../values/safe-link.ts';
import type { Report, Target } from '../../model/report.ts';

/** A text in one language, its place, and its file if it is a Markdown file. */
export interface PlacedText {
  readonly words: string;
  readonly target: Target;
  readonly file?: string;
}

/** Matches tags of HTML that are usual in texts. An address in angle brackets is not a tag. */
const TAG =
  /<\/?(?:a|b|i|u|p|br|hr|em|li|ul|ol|h[1-6]|img|div|sub|sup|span|font|small|strong|table|tr|td|th|script|iframe|center|blockquote)\b[^<>]*>/gi;

/** Matches the links and pictures of Markdown, with their address. */
const LINK = /(!?)\[[^\]\n]*\]\(\s*<?([^\s)>]*)/g;

/** Matches a link of Markdown with a space before its address, or with the brackets exchanged. */
const BROKEN_LINK =
  /\[([^\]\n]+)\]\s+\(((?:https?:\/\/|mailto:)[^\s)]*)\)|\(([^()\n]+)\)\[((?:https?:\/\/|mailto:)[^\s\]]*)\]/g;

/**
 * Reports what a text shows literally or leaves out: the first tag of HTML, each link that is not
 * written as one, and each link and picture that the atlas cannot open. Diagnostics: `html-in-text`,
 * `link-broken`, `link-nowhere`.
 */
export function reportTextFaults({ words, target, file }: PlacedText, report: Report): void {
  const at = (index: number): { readonly file?: string; readonly line?: number } =>
    file === undefined ? {} : { file, line: words.slice(0, index).split('\n').length };
  if (words.includes('<')) {
    const [tag] = words.matchAll(TAG);
    if (tag) report.warn('html-in-text', target, { found: tag[0], ...at(tag.index) });
  }
  for (const link of words.matchAll(BROKEN_LINK)) {
    const [found, text = link[3], address = link[4]] = link;
    report.warn('link-broken', target, {
      found,
      right: `[${text}](${address})`,
      ...at(link.index),
    });
  }
  if (!words.includes('](')) return;
  for (const link of words.matchAll(LINK)) {
    const [, mark, found = ''] = link;
    const isPicture = mark === '!';
    if (isPicture || !SAFE_LINK.test(found))
      report.warn('link-nowhere', target, { found, isPicture, ...at(link.index) });
  }
}
