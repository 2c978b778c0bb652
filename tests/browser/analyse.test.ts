/** The story of an analysis, in both languages, on a desktop and on a phone. */
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedWords } from 'atlas-engine';
import { translator, type AnyWordKey } from 'atlas-engine/runtime';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

const ADDRESS = '**/api/geodata/analysis/';
const SCREENS = [
  { locale: 'en', viewport: { width: 1280, height: 800 }, middle: MIDDLE },
  { locale: 'fr', viewport: { width: 360, height: 740 }, middle: { x: 180, y: 330 } },
] as const;

describe('Analyse', () => {
  const site = useShipped();
  /** A place inside a protected area, in degrees. */
  let place: { readonly lng: number; readonly lat: number };

  beforeAll(async () => {
    const answer = await fetch(`${site.url}/ogc/collections/protected-areas-cod/items?limit=1`);
    const { features } = (await answer.json()) as {
      features: { geometry: { coordinates: [number, number][][] } }[];
    };
    const ring = features[0]!.geometry.coordinates[0]!;
    const middle = (at: 0 | 1): number =>
      ring.reduce((sum, corner) => sum + corner[at], 0) / ring.length;
    place = { lng: middle(0), lat: middle(1) };
  });

  /** Opens the atlas with the protected area in the middle, and selects it. */
  const openSelected = async ({
    locale,
    viewport,
    middle,
  }: (typeof SCREENS)[number]): Promise<Page> => {
    const { page } = await openPage(site.browser, { viewport });
    const view = `9/${place.lat}/${place.lng}`;
    await page.goto(`${site.url}/?lang=${locale}#${view}&layers=protected-areas`);
    await waitForMap(page);
    await page.mouse.click(middle.x, middle.y);
    return page;
  };

  it.each(SCREENS)(
    'ux 52: a selected feature is analysed, marked and cleared, in $locale at $viewport.width px',
    async (screen) => {
      const say = translator<AnyWordKey>({
        locale: screen.locale,
        words: shippedWords(screen.locale)!,
      });
      const page = await openSelected(screen);
      const button = (key: AnyWordKey) =>
        page.getByRole('button', { name: say(key), exact: true }).last();
      await button('feature.analyse').click();
      const result = page.getByRole('region', { name: say('analysis.result') });
      await result.waitFor();
      const heads = await result.getByRole('heading').allInnerTexts();
      expect(heads).toEqual([say('analysis.first'), say('analysis.others')]);
      expect(await result.innerText()).toContain(say('analysis.absence'));
      expect(await page.locator('.spin').count()).toBe(0);

      await button('analysis.clear').click();
      expect(await result.count()).toBe(0);
      await button('area.clear').click();
      await button('analysis.start').click();
      await page.getByText(say('analysis.select')).waitFor();

      // Each failure has its sentence, and the area is kept.
      await button('area.view').click();
      for (const [status, key] of [
        [400, 'analysis.failed'],
        [503, 'analysis.busy'],
        [403, 'analysis.refused'],
      ] as const) {
        await page.route(ADDRESS, (route) => route.fulfill({ status, body: '{}' }));
        await button('analysis.start').click();
        await page.getByText(say(key)).waitFor();
        expect(await page.locator('.spin').count()).toBe(0);
        await page.unroute(ADDRESS);
      }
      await button('analysis.start').click();
      await result.waitFor();
      await page.context().close();
    },
  );

  it('ux 52: a click on a feature marks it while Analyse is open', async () => {
    const [screen] = SCREENS;
    const say = translator<AnyWordKey>({
      locale: screen.locale,
      words: shippedWords(screen.locale)!,
    });
    const page = await openSelected(screen);
    await page.getByRole('button', { name: say('tool.analyse'), exact: true }).click();
    const size = page.locator('.measured-figure');
    expect(await size.count()).toBe(0);
    await page.mouse.click(screen.middle.x, screen.middle.y);
    await size.waitFor();
    await page.context().close();
  });
});
