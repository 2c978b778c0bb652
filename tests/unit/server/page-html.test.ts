import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../server/routes/page/page-html.ts';

const TEMPLATE =
  '<html lang="en" dir="ltr"><head><!--atlas:head--></head><body><!--atlas:outline--><!--atlas:bundle--></body></html>';

const render = (locale: string): string =>
  renderPage(TEMPLATE, {
    ...{ locale, head: '<title>Wells</title>', outline: '<p>All</p>', index: '{}' },
    failure: 'Reload "this" page',
  });

describe('the page of a language', () => {
  it('has the code and the direction of the language', () => {
    expect(render('fr')).toContain('<html lang="fr" dir="ltr">');
    expect(render('ar')).toContain('<html lang="ar" dir="rtl">');
  });

  it('contains the message for an index that cannot be read', () => {
    expect(render('en')).toContain('name="atlas-failure" content="Reload &quot;this&quot; page"');
  });
});
