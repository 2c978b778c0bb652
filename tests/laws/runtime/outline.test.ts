import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outline, type BundleIndex } from 'atlas-engine/runtime';
import { arbitraryServedAtlas } from './arbitrary-bundle.ts';
import { runs } from './runs.ts';

const hostile = fc.constantFrom(
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</div><style>*{display:none}</style>',
  '&lt;b&gt; & co',
  '<!-- atlas',
);

/** Replaces every text of a bundle that an author can write. */
function infected(index: BundleIndex, text: string): BundleIndex {
  return {
    ...index,
    title: text,
    categories: index.categories.map((category) => ({
      ...category,
      name: text,
      groups: category.groups.map((entry) => ({ ...entry, name: text, subtitle: text })),
    })),
    groups: Object.fromEntries(
      Object.entries(index.groups).map(([id, group]) => [
        id,
        {
          ...group,
          legend: [
            ...group.legend.map((row) => ({ ...row, label: text })),
            { label: text, symbol: { type: 'fill' as const, color: text, opacity: 1 } },
            { label: text, symbol: { type: 'image' as const, url: text, text } },
          ],
        },
      ]),
    ),
    projects: index.projects.map((project) => ({ ...project, name: text })),
    attribution: [
      { text, url: 'javascript:alert(1)' },
      { text, url: `https://example.org/${text}` },
    ],
  };
}

/** The allowed content of the outline: these tags with these attributes, and text. */
const TAGS =
  'main|div|h1|h2|h3|nav|ul|li|a|span|small|p|svg|rect|path|circle|pattern|line|linearGradient|stop';
const ATTRIBUTES = [
  'class',
  'lang',
  'hreflang',
  'href',
  'aria-label',
  'aria-current',
  'aria-hidden',
  'width',
  'height',
  'viewBox',
  'x',
  'y',
  'rx',
  'cx',
  'cy',
  'r',
  'd',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'id',
  'x1',
  'y1',
  'x2',
  'y2',
  'patternUnits',
  'patternTransform',
  'offset',
  'stop-color',
].join('|');
const PAGE = new RegExp(
  `^(?:</(?:${TAGS})>|<(?:${TAGS})(?: (?:${ATTRIBUTES})="[^"<>]*")*/?>|[^<>"'])*$`,
);

function unescape(html: string): string {
  return html.replaceAll(
    /&(?:lt|gt|quot|#39|amp);/g,
    (entity) =>
      ({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' })[entity] ?? '',
  );
}

function textOf(html: string): string {
  return unescape(html.replaceAll(/<[^>]*>/g, '\n'));
}

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => unescape(href ?? ''));
}

describe('the outline', () => {
  it('has no script, inline style or event handler, whatever the texts contain', () => {
    fc.assert(
      fc.property(arbitraryServedAtlas, hostile, ({ index }, text) => {
        const html = outline(infected(index, text));
        expect(html).toMatch(PAGE);
        for (const href of hrefsOf(html)) expect(href).toMatch(/^(?:\?|https?:\/\/)/);
        expect(unescape(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '')).toBe(text);
      }),
      runs(),
    );
  });

  it('has balanced tags', () => {
    fc.assert(
      fc.property(arbitraryServedAtlas, ({ index }) => {
        const open: string[] = [];
        for (const [, closing, name, alone] of outline(index).matchAll(
          /<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/g,
        )) {
          if (alone === '/') continue;
          if (closing === '/') expect(open.pop()).toBe(name);
          else open.push(name!);
        }
        expect(open).toEqual([]);
      }),
      runs(40),
    );
  });

  it('names every other language, every category and every group without a story', () => {
    fc.assert(
      fc.property(arbitraryServedAtlas, ({ index }) => {
        const html = outline({
          ...index,
          categories: index.categories.map((category) => ({
            ...category,
            groups: category.groups.map((entry) => ({ ...entry, name: `name of ${entry.id}` })),
          })),
        });
        const text = textOf(html);
        for (const { name, groups } of index.categories) {
          expect(text).toContain(name);
          for (const { id } of groups) expect(text).toContain(`name of ${id}`);
        }
        expect(hrefsOf(html).filter((href) => href.startsWith('?lang='))).toEqual(['?lang=fr']);
      }),
      runs(40),
    );
  });
});
