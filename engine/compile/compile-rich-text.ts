import MarkdownIt from 'markdown-it';
import type { RichBlock, RichInline, RichText } from '../bundle/bundle.ts';
import { present } from '../basics/present.ts';
import { SAFE_LINK } from '../values/safe-link.ts';

const PARSER = new MarkdownIt({ html: false, linkify: false, typographer: false });

interface Token {
  readonly type: string;
  readonly tag: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
}

/**
 * Compiles Markdown (CommonMark, without HTML) to blocks of inline runs: paragraphs, headings,
 * lists, strong, emphasis and links. Other elements are reduced to their text.
 */
export function compileRichText(markdown: string): RichText {
  const tokens = PARSER.parse(markdown, {}) as unknown as readonly Token[];
  const blocks: RichBlock[] = [];
  let list: { ordered: boolean; items: RichInline[][] } | null = null;
  let heading: 2 | 3 | null = null;
  for (const token of tokens) {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') {
      list ??= { ordered: token.type === 'ordered_list_open', items: [] };
    } else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') {
      if (list) blocks.push({ type: 'list', ...list });
      list = null;
    } else if (token.type === 'heading_open') {
      heading = token.tag === 'h1' || token.tag === 'h2' ? 2 : 3;
    } else if (token.type === 'inline') {
      const content = inlines(token.children ?? []);
      if (list) list.items.push(content);
      else if (heading) blocks.push({ type: 'heading', level: heading, content });
      else blocks.push({ type: 'paragraph', content });
      heading = null;
    } else if (token.type === 'fence' || token.type === 'code_block') {
      blocks.push({ type: 'paragraph', content: [{ text: token.content.trimEnd() }] });
    }
  }
  return blocks;
}

function inlines(tokens: readonly Token[]): RichInline[] {
  const runs: RichInline[] = [];
  let strong = 0;
  let em = 0;
  let href: string | null = null;
  const push = (text: string): void => {
    if (text === '') return;
    const run = { text, strong: strong > 0 || undefined, em: em > 0 || undefined };
    runs.push(present({ ...run, href: href ?? undefined }));
  };
  for (const token of tokens) {
    if (token.type === 'strong_open') strong++;
    else if (token.type === 'strong_close') strong--;
    else if (token.type === 'em_open') em++;
    else if (token.type === 'em_close') em--;
    else if (token.type === 'link_open') {
      const address = token.attrGet('href') ?? '';
      href = SAFE_LINK.test(address) ? address : null;
    } else if (token.type === 'link_close') href = null;
    else if (token.type === 'softbreak' || token.type === 'hardbreak') push(' ');
    else push(token.content);
  }
  return runs;
}
