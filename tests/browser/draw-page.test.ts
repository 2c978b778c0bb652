import { describe, expect, it } from 'vitest';
import type { DrawPage } from '../../server/routes/page/page-drawer.ts';
import { fixtureIndex } from '../unit/app/fixture-bundle.ts';

/** The built function: the sources import React, and the build takes Preact instead. */
const BUILT = new URL('../../dist/app/draw-page.js', import.meta.url).href;
const { drawPage } = (await import(BUILT)) as { drawPage: DrawPage };

const HOSTILE = `</script></noscript><style>*{}</style>"'><img src=x onerror=alert(1)> & <!-- x`;

const VIEWS = [
  { project: null, phone: false },
  { project: null, phone: true },
];

describe('the page of the map on the server', () => {
  it.each(VIEWS)('contains no text of an author as HTML (phone: $phone)', (view) => {
    const index = fixtureIndex('en');
    const { html } = drawPage(
      {
        ...index,
        title: HOSTILE,
        projects: index.projects.map((project) => ({ ...project, name: HOSTILE })),
        categories: index.categories.map((category) => ({
          ...category,
          name: HOSTILE,
          groups: category.groups.map((group) => ({ ...group, name: HOSTILE, subtitle: HOSTILE })),
        })),
        attribution: [{ text: HOSTILE, url: 'javascript:alert(1)' }],
      },
      view,
    );
    expect(html).toContain('&lt;img src=x');
    expect(html).not.toMatch(/<(?:img src=x|script|\/script|noscript|\/noscript|!--)/);
    expect(html).not.toContain('javascript:');
    expect(html.match(/<style>/g)).toHaveLength(1);
  });

  it.each(VIEWS)('has no style attribute, which the policy refuses (phone: $phone)', (view) => {
    const { html } = drawPage(fixtureIndex('en'), view);
    expect(html).toContain('class="atlas');
    expect(html).not.toMatch(/<[^>]*\sstyle=/);
  });

  it('leaves out what would end the style of the theme', () => {
    const index = fixtureIndex('en');
    const tokens = {
      paper: { light: '#fff' },
      canopy: { light: 'red}</style><script>alert(1)</script>' },
    };
    const { html } = drawPage({ ...index, tokens }, { project: null, phone: false });
    expect(/<style>(.*?)<\/style>/.exec(html)?.[1]).toBe(':root{--paper:#fff}');
  });

  it('draws the same page each time, as several visitors ask for it', () => {
    const index = fixtureIndex('en');
    const first = drawPage(index, { project: null, phone: false }).html;
    drawPage(fixtureIndex('fr'), { project: null, phone: true });
    expect(drawPage(index, { project: null, phone: false }).html).toBe(first);
  });
});
