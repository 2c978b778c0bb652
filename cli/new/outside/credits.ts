import type { Credit } from './found.ts';

const LINK = /<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([^]*?)<\/a>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  copy: '©',
  nbsp: ' ',
};

/** Returns the credits in an attribution, which may be HTML with links. */
export function creditsOf(attribution: unknown): readonly Credit[] {
  if (typeof attribution !== 'string') return [];
  const credits: Credit[] = [];
  let end = 0;
  const addText = (html: string): void => {
    const text = plainText(html).replace(/^[\s|,·•;–-]+|[\s|,·•;–-]+$/g, '');
    if (/[\p{L}\p{N}]/u.test(text)) credits.push({ text });
  };
  for (const link of attribution.matchAll(LINK)) {
    const [whole, double, single, inner = ''] = link;
    addText(attribution.slice(end, link.index));
    end = link.index + whole.length;
    const text = plainText(inner);
    const url = plainText(double ?? single ?? '');
    if (text !== '') credits.push({ text, ...(/^https?:/.test(url) && { url }) });
  }
  addText(attribution.slice(end));
  return credits;
}

/** Returns the text of HTML, on one line. */
export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:a|b|em|i|span|strong|sub|sup|u)\b[^>]*>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\s+/g, ' ')
    .trim();
}
