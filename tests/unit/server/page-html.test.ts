import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../server/routes/page/page-html.ts';

const TEMPLATE =
  '<html lang="en" dir="ltr"><head><link rel="icon" href="/icon.svg" /><!--atlas:head--></head><body><!--atlas:outline--><!--atlas:bundle--></body></html>';

const render = (locale: string, more: { readonly favicon?: string } = {}): string =>
  renderPage(TEMPLATE, {
    ...more,
    locale,
    head: '<title>Wells</title>',
    outline: '<p>All</p>',
    index: '{}',
    failure: 'Reload "this" page',
  });

describe('the page of a language', () => {
  it('has the code and the direction of the language', () => {
    expect(render('fr')).toContain('<html lang="fr" dir="ltr">');
    expect(render('ar')).toContain('<html lang="ar" dir="rtl">');
  });

  it('has the icon of the application, or that of the atlas', () => {
    expect(render('en').match(/<link[^>]*>/g)).toEqual(['<link rel="icon" href="/icon.svg" />']);
    expect(render('en', { favicon: '/f/i.svg?v=1&x' }).match(/<link[^>]*>/g)).toEqual([
      '<link rel="icon" type="image/svg+xml" href="/f/i.svg?v=1&amp;x" />',
    ]);
    expect(render('en', { favicon: '/f/i.PNG' }).match(/<link[^>]*>/g)).toEqual([
      '<link rel="icon" type="image/png" href="/f/i.PNG" />',
      '<link rel="apple-touch-icon" href="/f/i.PNG" />',
    ]);
  });

  it('contains the message for an index that cannot be read', () => {
    expect(render('en')).toContain('name="atlas-failure" content="Reload &quot;this&quot; page"');
  });
});
