import { expect, test } from 'vitest';
import { compilePublicBundles } from 'atlas-engine';
import { outline, pageOutline } from 'atlas-engine/runtime';
import { buildModel, OPTIONS } from '../../../build-atlas.ts';

const MODEL = buildModel(`
notices:
  - { id: hello, kind: welcome, version: 3, title: { en: Hello, fr: Bonjour }, text: { en: '**Read** <me>', fr: Lisez } }
  - { id: works, title: { en: Works, fr: Travaux }, text: { en: Soon, fr: Bientôt }, from: 2026-12-01, until: 2026-12-06 }
pages:
  - id: privacy-policy
    title: { en: Privacy, fr: Confidentialité }
    text: { en: "## Data\\n\\n- [none](https://example.org/a)", fr: Aucune donnée }
    date: 2026-03-09
    responsible:
      name: { en: Survey & Maps, fr: Relevés et cartes }
      address: { all: "Box 12\\nBangui" }
`);
const { byLocale, pages } = compilePublicBundles(MODEL, OPTIONS);
const index = byLocale['en']!.index;

test('the index has the notices with their versions and days, in its language', () => {
  expect(index.notices).toEqual([
    {
      id: 'hello',
      kind: 'welcome',
      version: 3,
      title: 'Hello',
      text: [{ type: 'paragraph', content: [{ text: 'Read', strong: true }, { text: ' <me>' }] }],
    },
    {
      id: 'works',
      kind: 'banner',
      version: 1,
      title: 'Works',
      text: [{ type: 'paragraph', content: [{ text: 'Soon' }] }],
      from: '2026-12-01',
      until: '2026-12-06',
    },
  ]);
});

test('an index in any language names the documents of a page in all languages', () => {
  const documents = { en: expect.any(String) as string, fr: expect.any(String) as string };
  expect(index.pages).toEqual([{ id: 'privacy-policy', title: 'Privacy', documents }]);
  expect(byLocale['fr']!.index.pages?.[0]?.documents).toEqual(index.pages?.[0]?.documents);
  const french = pages.get(index.pages?.[0]?.documents['fr'] ?? '');
  expect(french).toMatchObject({ locale: 'fr', title: 'Confidentialité', date: '2026-03-09' });
});

test('the outline has the welcome notice and links to the pages', () => {
  const html = outline(index);
  expect(html).toContain('<h2>Hello</h2><p><strong>Read</strong> &lt;me&gt;</p>');
  expect(html).not.toContain('Works');
  expect(html).toContain('<a href="/account/privacy-policy/en">Privacy</a>');
});

test('a page has its text, its date and a link to the map', () => {
  const html = pageOutline(index, pages.get(index.pages?.[0]?.documents['en'] ?? '')!);
  expect(html).toContain('<h1>Privacy</h1><p lang="en">Valid from 9 March 2026</p>');
  expect(html).toContain('<h2>Data</h2><ul><li><a href="https://example.org/a">none</a></li></ul>');
  expect(html).toContain('<a href="/">');
});

test('a page names who answers for the data, in its language', () => {
  const [english, french] = ['en', 'fr'].map((locale) =>
    pages.get(index.pages?.[0]?.documents[locale] ?? ''),
  );
  expect(english?.responsible).toEqual({ name: 'Survey & Maps', address: 'Box 12\nBangui' });
  expect(french?.responsible?.name).toBe('Relevés et cartes');
  const html = pageOutline(index, english!);
  expect(html).toContain('Who answers for these data');
  expect(html).toContain('<address>Survey &amp; Maps<br>Box 12\nBangui</address>');
});
