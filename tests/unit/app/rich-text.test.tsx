import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RichText } from '../../../app/ui/common/rich-text.tsx';

const draw = (text: Parameters<typeof RichText>[0]['text']): string =>
  renderToStaticMarkup(<RichText text={text} />);

describe('a text of the atlas', () => {
  it('is rendered as paragraphs, headings and lists', () => {
    expect(
      draw([
        { type: 'heading', level: 2, content: [{ text: 'Sea' }] },
        {
          type: 'paragraph',
          content: [{ text: 'Salt ' }, { text: 'water', strong: true, em: true }],
        },
        { type: 'list', ordered: false, items: [[{ text: 'wave' }], [{ text: 'tide' }]] },
      ]),
    ).toBe(
      '<h3>Sea</h3><p>Salt <strong><em>water</em></strong></p><ul><li>wave</li><li>tide</li></ul>',
    );
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
  ])('escapes %s', (payload) => {
    const html = draw([{ type: 'paragraph', content: [{ text: payload }] }]);
    expect(html.replace(/^<p>|<\/p>$/g, '')).not.toMatch(/[<>]/);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example.org',
  ])('has no link to %s', (href) => {
    const html = draw([{ type: 'paragraph', content: [{ text: 'here', href }] }]);
    expect(html).toBe('<p>here</p>');
  });

  it('links to the web and to mail', () => {
    const html = draw([
      { type: 'paragraph', content: [{ text: 'a', href: 'https://example.org/?a=1&b=2' }] },
      { type: 'paragraph', content: [{ text: 'b', href: 'mailto:me@example.org' }] },
    ]);
    expect(html).toContain('href="https://example.org/?a=1&amp;b=2"');
    expect(html).toContain('rel="noopener noreferrer"');
    expect(html).toContain('href="mailto:me@example.org"');
  });
});
