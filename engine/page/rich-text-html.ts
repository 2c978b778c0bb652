import type { RichInline, RichText } from '../bundle/bundle.ts';
import { safeLink } from '../runtime/safe-link.ts';
import { escapeHtml } from './escape-html.ts';

/**
 * Renders a text as HTML. `heading` is the level of its main headings. Every text is escaped, and a
 * link with another scheme than http, https or mailto is only its text.
 */
export function richTextHtml(text: RichText, heading: 2 | 3): string {
  return text
    .map((block) => {
      switch (block.type) {
        case 'paragraph':
          return `<p>${runs(block.content)}</p>`;
        case 'heading': {
          const level = heading + block.level - 2;
          return `<h${level}>${runs(block.content)}</h${level}>`;
        }
        case 'list': {
          const items = block.items.map((item) => `<li>${runs(item)}</li>`).join('');
          return block.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
        }
      }
    })
    .join('');
}

function runs(content: readonly RichInline[]): string {
  return content.map(run).join('');
}

function run({ text, strong, em, href }: RichInline): string {
  let html = escapeHtml(text);
  if (em) html = `<em>${html}</em>`;
  if (strong) html = `<strong>${html}</strong>`;
  const address = href === undefined ? null : safeLink(href);
  return address === null ? html : `<a href="${escapeHtml(address)}">${html}</a>`;
}
