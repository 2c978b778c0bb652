import { describe, expect, it } from 'vitest';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { serveShipped } from './serve-shipped.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const SCREENS = [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 740 }],
] as const;

describe('the shipped atlas', () => {
  const site = useShipped();

  const titles = [
    ['fr', 'Atlas des communautés forestières'],
    ['en', 'Atlas of Forest Communities'],
  ] as const;
  const opened = SCREENS.flatMap(([name, viewport]) =>
    titles.map(([lang, words]) => ({ name, viewport, lang, words })),
  );
  it.each(sample(opened, 4))(
    'ux 58: opens on $name in $lang without errors and without requests to other hosts (one of four; nightly all)',
    async ({ viewport, lang, words }) => {
      const { page, problems } = await openPage(site.browser, { viewport, drawn: true });
      const asked = new Set<string>();
      page.on('request', (request) => asked.add(new URL(request.url()).host || 'local'));
      await page.goto(`${site.url}/?lang=${lang}`);
      await waitForMap(page);
      expect(await page.title()).toContain(words);
      expect(await page.getAttribute('html', 'lang')).toBe(lang);
      expect(
        [...asked].filter((host) => host !== new URL(site.url).host && host !== 'local'),
      ).toEqual([]);
      expect(problems).toEqual([]);
      // The loaded fonts of the interface.
      const faces = await page.evaluate(async () => {
        await document.fonts.ready;
        const used = ['400 15px', '500 14px', '600 14px'].map((font) => `${font} "Noto Sans"`);
        const loaded = await Promise.all(used.map((font) => document.fonts.load(font, 'é')));
        return loaded.map((found) => found.map(({ family, status }) => `${family} ${status}`));
      });
      expect(faces).toEqual(Array(3).fill(['Noto Sans loaded']));
      await page.context().close();
    },
  );

  it.each(sample(SCREENS, 2))(
    'scrolls lists on %s, never the page (one of two; nightly both)',
    async (name, viewport) => {
      const { page } = await openPage(site.browser, { viewport });
      await page.goto(`${site.url}/?lang=en`);
      await waitForMap(page);
      if (name === 'a phone')
        await page.getByRole('button', { name: 'Layers', exact: true }).click();
      const last = page.locator('li[data-group="countries"]');
      const tops = await last.evaluate((row) => {
        const before = row.getBoundingClientRect().top;
        row.scrollIntoView({ block: 'start' });
        const atlas = document.querySelector('.atlas')!;
        const { scrollTop, scrollHeight, clientHeight } = atlas;
        const list = before - row.getBoundingClientRect().top;
        return { list, page: scrollTop, hidden: scrollHeight - clientHeight };
      });
      expect(tops).toEqual({
        list: expect.toSatisfy((px: number) => px > 100),
        page: 0,
        hidden: 0,
      });
    },
  );

  it('can be read without scripts', async () => {
    const page = await (await fetch(`${site.url}/?lang=fr`)).text();
    const visible = page.replace(/<script[\s\S]*?<\/script>/g, '');
    for (const words of [
      'Atlas des communautés forestières',
      'Villages',
      'Foncier communautaire',
      'English',
    ]) {
      expect(visible).toContain(words);
    }
  });

  it('locks tenure for everyone and opens it to level-2', async () => {
    const { page } = await openPage(site.browser);
    await page.goto(`${site.url}/?lang=en`);
    await page.getByText('Community land tenure').first().waitFor();
    expect(await page.getByRole('checkbox', { name: /Community land tenure/ }).count()).toBe(0);
    const { page: trusted, problems } = await openPage(site.browser, { level: 'level-2' });
    await trusted.goto(`${site.url}/?lang=en`);
    await trusted
      .getByRole('checkbox', { name: /Community land tenure/ })
      .first()
      .waitFor();
    expect(problems).toEqual([]);
  });

  it('shows a village with its attributes, and its phone number to level-1 only', async () => {
    const near = 'intersects=POLYGON((9 3,12 3,12 7,9 7,9 3))';
    const place = (await (await fetch(`${site.url}/api/geodata/villages/?${near}`)).json()) as {
      features?: { geometry: { coordinates: [number, number] } }[];
    };
    const [lng, lat] = place.features![0]!.geometry.coordinates;
    for (const [level, seen] of [
      [undefined, false],
      ['level-1', true],
    ] as const) {
      const { page, problems } = await openPage(site.browser, level === undefined ? {} : { level });
      await page.goto(`${site.url}/?lang=en#13/${lat}/${lng}&layers=villages`);
      await waitForMap(page);
      await page.mouse.click(MIDDLE.x, MIDDLE.y);
      await page.getByText('Population', { exact: true }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByText('Phone', { exact: true }).count()).toBe(seen ? 1 : 0);
      expect(problems).toEqual([]);
    }
  });

  it('opens a project from a link', async () => {
    const { page, problems } = await openPage(site.browser);
    await page.goto(`${site.url}/?project=nguti&lang=fr`);
    await waitForMap(page);
    await page.getByRole('heading', { name: /Nguti/ }).first().waitFor();
    expect(problems).toEqual([]);
  });

  it('shows a notice when a link names an unknown group', async () => {
    const { page } = await openPage(site.browser);
    await page.goto(`${site.url}/?lang=en#layers=no-such-layer`);
    await page
      .getByRole('status')
      .or(page.getByRole('alert'))
      .filter({ hasText: /link|layer/i })
      .first()
      .waitFor();
  });

  it('keeps the map usable when the server stops', async () => {
    const other = await serveShipped();
    const { page } = await openPage(site.browser);
    await page.goto(`${other.url}/?lang=en`);
    await waitForMap(page);
    await other.stop();
    await page
      .getByRole('checkbox', { name: /Villages/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /retry|try again/i })
      .first()
      .waitFor();
  });
});
