/** The story of an analysis, in both languages, on a desktop and on a phone. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedWords } from 'atlas-engine';
import { translator, type AnyWordKey } from 'atlas-engine/runtime';
import type { AnalysisAnswer } from 'atlas-engine/http';
import { axeOf } from './axe.ts';
import { MIDDLE, openPage, waitForMap, type PageOptions } from './open-browser.ts';
import { pixelsTowards } from './pixels.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

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
  const openSelected = async (
    { locale, viewport, middle }: (typeof SCREENS)[number],
    options: PageOptions = {},
  ): Promise<Page> => {
    const { page } = await openPage(site.browser, { viewport, ...options });
    const view = `9/${place.lat}/${place.lng}`;
    await page.goto(`${site.url}/?lang=${locale}#${view}&layers=protected-areas`);
    await waitForMap(page);
    await page.mouse.click(middle.x, middle.y);
    return page;
  };

  it.each(sample(SCREENS, 2))(
    'ux 52: a selected feature is analysed, marked and cleared, in $locale at $viewport.width px (one of two; nightly both)',
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
      // Its layers come one by one, and the ways to take it along at the end.
      await result.locator('.analysis-exports').waitFor();
      const heads = await result.getByRole('heading').allInnerTexts();
      expect(heads).toContain(say('analysis.nearest-outside'));
      // Large figures, a table, and the nearest by name.
      expect(await result.locator('.analysis-large').count()).toBeGreaterThan(0);
      const table = result.getByRole('table');
      expect(await table.getByRole('rowheader').count()).toBeGreaterThan(0);
      expect(await result.locator('.analysis-nearest button').count()).toBeGreaterThan(0);
      // Layers without objects inside are named, whether they are on the map or not.
      const absent = say('analysis.absent', { names: '' });
      expect(await result.getByText(absent).innerText()).toMatch(/: .+ · /);
      expect(await result.innerText()).toContain(say('analysis.absence'));
      expect(await page.locator('.spin').count()).toBe(0);

      const saved = page.waitForEvent('download');
      await button('analysis.csv').click();
      const [head, ...rows] = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
      expect(head).toMatch(new RegExp(`^\uFEFF${say('analysis.layer')},${say('analysis.class')},`));
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await button('analysis.copy').click();
      await page.getByText(say('analysis.copied')).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied.split('\r\n')).toHaveLength(rows.length + 1);

      // The printed page: map, title and address above; the table, the extent and the sources below.
      const paper = page.locator('.print-analysis');
      expect(await paper.isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print' });
      expect(await paper.locator('tbody tr').count()).toBeGreaterThan(0);
      expect(await paper.locator('h3').allInnerTexts()).toContain(say('analysis.sources'));
      expect(await paper.innerText()).toMatch(/°.[NS], .*°.[EO]/);
      await page.emulateMedia({ media: 'screen' });

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
        [500, 'analysis.server'],
        [403, 'analysis.refused'],
      ] as const) {
        await page.route(ADDRESS, (route) => route.fulfill({ status, body: '{}' }));
        await button('analysis.start').click();
        await page.getByText(say(key)).waitFor();
        expect(await page.locator('.spin').count()).toBe(0);
        await page.unroute(ADDRESS);
      }
      await button('analysis.start').click();
      await result.locator('.analysis-exports').waitFor();

      // A layer that took too long is named, on the page and on paper. The others are there.
      expect(await result.locator('.analysis-slow').count()).toBe(0);
      const rowsBefore = await table.getByRole('row').count();
      let slow = '';
      await page.route(ADDRESS, async (route) => {
        // In one document, as a server of an older version answers.
        const headers = { ...route.request().headers(), accept: 'application/json' };
        const response = await route.fetch({ headers });
        const body = (await response.json()) as AnalysisAnswer;
        const [one, ...others] = body.datasets;
        const { dataset, name, geometry, first } = one!;
        slow = name[screen.locale]!;
        const tooSlow = { dataset, name, geometry, first, state: 'too-slow' };
        await route.fulfill({ response, json: { ...body, datasets: [tooSlow, ...others] } });
      });
      await button('analysis.clear').click();
      await button('analysis.start').click();
      const notice = result.locator('.analysis-slow');
      await notice.waitFor();
      // Areas from 100 km² on have no decimals.
      const size = /([\d\s.,]+)km²/.exec(await result.locator('.analysis-size').innerText());
      const isLarge = Number(size![1]!.replaceAll(/\D/g, '')) >= 10_000;
      const caution = say(isLarge ? 'analysis.slow' : 'analysis.slow-busy', { names: slow });
      expect(await notice.innerText()).toBe(caution);
      expect(await paper.locator('.analysis-slow').textContent()).toBe(caution);
      expect(await table.getByRole('row').count()).toBeGreaterThan(rowsBefore / 2);
      await page.context().close();
    },
  );

  it('ux 50: with keys, a rectangle is drawn on the map and analysed', async () => {
    const [screen] = SCREENS;
    const say = translator<AnyWordKey>({
      locale: screen.locale,
      words: shippedWords(screen.locale)!,
    });
    const { page } = await openPage(site.browser);
    await page.goto(`${site.url}/?lang=${screen.locale}#9/${place.lat}/${place.lng}`);
    await waitForMap(page);
    const press = (key: AnyWordKey) =>
      page
        .getByRole('button', { name: say(key), exact: true })
        .last()
        .press('Enter');
    await press('tool.analyse');
    await press('area.rectangle');
    const map = page.locator('canvas.maplibregl-canvas');
    await page.locator('canvas.maplibregl-canvas[style*="cursor"]').waitFor();
    await map.press('Space');
    for (const key of ['ArrowRight', 'ArrowDown']) await map.press(key);
    await waitForMap(page);
    await map.press('Space');
    await page.locator('.measured-figure').waitFor();
    await press('analysis.start');
    const result = page.getByRole('region', { name: say('analysis.result') });
    await result.waitFor();
    // The button that asked is gone; the result has the focus.
    const title = page.locator('.analysis-title');
    expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
    const { violations } = await axeOf(page).include('.side-panel').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const nearest = result.locator('.analysis-nearest button').first();
    const name = await nearest.innerText();
    await nearest.press('Enter');
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.context().close();
  });

  it('ux 52: a click on a feature marks it while Analyse is open', async () => {
    const [screen] = SCREENS;
    const say = translator<AnyWordKey>({
      locale: screen.locale,
      words: shippedWords(screen.locale)!,
    });
    const page = await openSelected(screen, { drawn: true });
    // Not the button of the panel, which analyses the selected feature.
    await page.locator('.toolbar').getByText(say('tool.analyse'), { exact: true }).click();
    const size = page.locator('.measured-figure');
    expect(await size.count()).toBe(0);
    await waitForMap(page);
    const before = await page.screenshot();
    await page.mouse.click(screen.middle.x, screen.middle.y);
    await size.waitFor();
    await waitForMap(page);
    // deck.gl draws it in the colour of the specification, #2E86C1.
    const blue = async (): Promise<number> =>
      pixelsTowards([[0x2e, 0x86, 0xc1]], before, await page.screenshot());
    await expect.poll(blue).toBeGreaterThan(1_000);
    await page.getByRole('button', { name: say('area.clear'), exact: true }).click();
    await expect.poll(blue).toBeLessThan(1_000);
    await page.context().close();
  });

  it('ux 52: a click on a village while Analyse is open offers circles around it', async () => {
    const say = translator<AnyWordKey>({ locale: 'en', words: shippedWords('en')! });
    const answer = await fetch(`${site.url}/ogc/collections/villages/items?bbox=9,2,16,5&limit=1`);
    const { features } = (await answer.json()) as {
      features: { geometry: { coordinates: [number, number] }; properties: { name: string } }[];
    };
    const { geometry, properties } = features[0]!;
    const { page } = await openPage(site.browser);
    const [lng, lat] = geometry.coordinates;
    await page.goto(`${site.url}/?lang=en#12/${lat}/${lng}&layers=villages`);
    await waitForMap(page);
    await page.getByRole('button', { name: say('tool.analyse'), exact: true }).click();
    await page.mouse.click(MIDDLE.x, MIDDLE.y);
    const size = page.locator('.measured-figure');
    await size.waitFor();
    expect(await page.getByText(say('analysis.select')).count()).toBe(0);
    expect(await page.getByText(properties.name, { exact: true }).count()).toBeGreaterThan(0);
    expect(await size.innerText()).toMatch(/: 7,8\d0\s*ha/);
    await page.getByRole('radio', { name: '1 km', exact: true }).check();
    await expect.poll(() => size.innerText()).toMatch(/: 31\d\s*ha/);
    await page
      .getByRole('button', { name: say('analysis.start'), exact: true })
      .last()
      .click();
    await page.getByRole('region', { name: say('analysis.result') }).waitFor();
    await page.context().close();
  });
});
