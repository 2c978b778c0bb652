/** Points of what visitors expect that no other file of browser tests shows. */
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { MIDDLE, openPage, waitForMap, type PageOptions } from './open-browser.ts';
import { failToShow } from './page-states.ts';
import { pixelAt } from './pixels.ts';
import { openSlowLine, REMOTE_AREA } from './slow-line.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const PHONE = { width: 360, height: 740 };

/** Largest layout shift of a page, without a unit. */
const SHIFT = 0.1;

/** A ring around a selected point: its radius in px, and the places on it that are compared. */
const RING_PX = 14;
const ANGLES = Array.from({ length: 16 }, (_none, at) => (at / 16) * 2 * Math.PI);

describe('the shipped atlas', () => {
  const site = useShipped();
  /** A village in western Cameroon with a date: its place in degrees, and its inhabitants. */
  let village: { readonly lng: number; readonly lat: number; readonly population: number };

  beforeAll(async () => {
    const area = 'POLYGON((9 4.5,11 4.5,11 6,9 6,9 4.5))';
    const answer = await fetch(`${site.url}/api/geodata/villages/?intersects=${area}`);
    const { features } = (await answer.json()) as {
      features: {
        properties: { total_population?: number; surveyed?: string };
        geometry: { coordinates: [number, number] };
      }[];
    };
    const found = features.find(
      ({ properties: { total_population: people = 0, surveyed } }) => people > 1000 && surveyed,
    )!;
    const [lng, lat] = found.geometry.coordinates;
    village = { lng, lat, population: found.properties.total_population! };
  });

  const open = async (
    address: string,
    options: PageOptions = {},
  ): Promise<{ readonly page: Page; readonly asked: readonly string[] }> => {
    const { page } = await openPage(site.browser, options);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${site.url}/${address}`);
    await waitForMap(page);
    return { page, asked };
  };

  /** One page in English for several tests, then one with a village in its middle, in French. */
  let first: ReturnType<typeof open> | null = null;
  const english = (): ReturnType<typeof open> => (first ??= open('?lang=en', { drawn: true }));
  let second: ReturnType<typeof open> | null = null;
  const onVillage = (): ReturnType<typeof open> =>
    (second ??= open(`?lang=fr#13/${village.lat}/${village.lng}&layers=villages`, { drawn: true }));

  it('ux 1: title, language, layers, legend and welcome can be read over a slow line without scripts', async () => {
    const line = await openSlowLine(site.url, REMOTE_AREA);
    const { page } = await openPage(site.browser, { javaScriptEnabled: false, firstVisit: true });
    await page.goto(`${line.url}/?lang=fr`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: /communautés forestières/ }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('fr');
    const outline = page.locator('.outline');
    await outline.locator('h1').waitFor();
    for (const text of ['Villages', 'Foncier communautaire', 'Légende', 'Bienvenue', 'English'])
      await expect.poll(() => outline.innerText(), { message: text }).toContain(text);
    expect(await page.locator('.atlas').isVisible()).toBe(false);
    await page.context().close();
    await line.stop();
  });

  it('ux 6: nothing is fetched for layers that are off', async () => {
    const { page, asked } = await english();
    const datasets = (): string[] =>
      [...new Set(asked.flatMap((url) => /\/tile\/([^/]+)\//.exec(url)?.[1] ?? []))].sort();
    expect(datasets()).toEqual([]);
    await page.getByRole('checkbox', { name: 'Villages', exact: true }).check();
    await waitForMap(page);
    expect(datasets()).toEqual(['villages']);
  });

  it('ux 43: each base map has a name and a picture, and the relief a switch', async () => {
    const { page } = await english();
    const bases = page.getByRole('radiogroup', { name: 'Base map' });
    await expect.poll(() => bases.locator('img.thumbnail').count()).toBe(4);
    const widths = await bases.locator('img.thumbnail').evaluateAll((pictures) =>
      Promise.all(
        pictures.map(async (picture) => {
          await (picture as HTMLImageElement).decode();
          return (picture as HTMLImageElement).naturalWidth;
        }),
      ),
    );
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(40);
    await bases.getByText('Terrain').click();
    await page.waitForURL(/base=terrain/);
    await page.getByRole('switch', { name: /Relief/ }).check({ force: true });
    await page.waitForURL(/relief=1/);
  });

  it('a measurement has a line and a figure up to the pointer', async () => {
    const { page } = await english();
    await page.getByRole('button', { name: 'Measure', exact: true }).first().click();
    await page.mouse.click(MIDDLE.x - 150, MIDDLE.y);
    await page.mouse.move(MIDDLE.x - 100, MIDDLE.y);
    const figure = page.locator('.measured-figure');
    const near = await figure.last().textContent();
    await page.mouse.move(MIDDLE.x, MIDDLE.y);
    await expect.poll(() => figure.last().textContent()).not.toBe(near);
    await waitForMap(page);
    const beside = await pixelAt(await page.screenshot(), MIDDLE.x - 60, MIDDLE.y);
    await page.mouse.move(MIDDLE.x - 150, MIDDLE.y - 100);
    await waitForMap(page);
    expect(await pixelAt(await page.screenshot(), MIDDLE.x - 60, MIDDLE.y)).not.toBe(beside);
    await page.context().close();
  });

  it('ux 32: a selected village has a ring, which is seen without colours', async () => {
    const { page } = await onVillage();
    const before = await page.screenshot();
    await page.mouse.click(MIDDLE.x, MIDDLE.y);
    await page.locator('.side-panel').waitFor();
    await page.mouse.move(5, 5);
    await waitForMap(page);
    const after = await page.screenshot();
    const changes = await Promise.all(
      ANGLES.map(async (angle) => {
        const [x, y] = [MIDDLE.x + RING_PX * Math.cos(angle), MIDDLE.y + RING_PX * Math.sin(angle)];
        const [dark, darker] = [await pixelAt(before, x, y), await pixelAt(after, x, y)];
        return Math.abs(brightness(dark) - brightness(darker));
      }),
    );
    expect(changes.filter((change) => change > 40).length).toBeGreaterThan(ANGLES.length / 2);
  });

  it('ux 31: attributes have labels and the formats of the language, and no row is empty', async () => {
    const { page } = await onVillage();
    await page.locator('.side-panel dt', { hasText: 'Population' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const texts = await page.locator('.side-panel dd').allInnerTexts();
    const number = new Intl.NumberFormat('fr').format(village.population);
    expect(texts.filter((text) => new RegExp(`^${number}\\s`).test(text))).toHaveLength(1);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  });

  it('ux 24: the map marks the layer whose row of the legend a mouse is on', async () => {
    const { page } = await onVillage();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /Légende/ }).click();
    const clip = { x: MIDDLE.x - 20, y: MIDDLE.y - 20, width: 40, height: 40 };
    await page.mouse.move(5, 5);
    await waitForMap(page);
    const before = await page.screenshot({ clip });
    await page.locator('[data-legend="villages"]').hover();
    await waitForMap(page);
    await expect.poll(async () => (await page.screenshot({ clip })).equals(before)).toBe(false);
    await page.mouse.move(5, 5);
    await expect.poll(async () => (await page.screenshot({ clip })).equals(before)).toBe(true);
  });

  it('ux 60: a panel that fails says so and offers to try again, to report it and to close it; the map stays usable', async () => {
    const { page } = await onVillage();
    await page.evaluate(() => {
      Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
        get(): never {
          throw new Error('This browser formats no dates.');
        },
      });
    });
    await page.mouse.click(MIDDLE.x, MIDDLE.y);
    const message = page
      .getByRole('alert')
      .filter({ hasText: 's’est arrêtée à cause d’une erreur' });
    await message.waitFor();
    expect(await message.getByRole('link', { name: 'Signaler une erreur' }).count()).toBe(1);
    const before = page.url();
    await page.locator('canvas.maplibregl-canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL((url) => url.href !== before);
    expect(await message.getByRole('button', { name: 'Réessayer' }).count()).toBe(1);
    await message.getByRole('button', { name: 'Fermer' }).click();
    await message.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('ux 7: with the data saver, the font of headings, thumbnails, places, the photograph and the relief are not fetched', async () => {
    const { page } = await openPage(site.browser);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    const ornaments = /serif-latin-600|thumbnail|api\/places|photo|imagery|relief|terrain/;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${site.url}/?lang=en`);
    await waitForMap(page, { fonts: false });
    // Without the data saver, some of them follow the first view, and the places a pointer.
    const { page: other, asked: others } = await open('?lang=en');
    for (const one of [page, other]) await one.getByRole('combobox').hover();
    for (const part of ['api/places', 'thumbnail', 'serif-latin-600'])
      await expect
        .poll(() => others.some((url) => url.includes(part)), { message: part })
        .toBe(true);
    await expect.poll(() => asked.some((path) => path.includes('search-panel'))).toBe(true);
    expect(asked.filter((path) => ornaments.test(path))).toEqual([]);
    for (const one of [page, other]) await one.context().close();
  });

  const screens = [
    ['a desktop', { width: 1280, height: 800 }],
    ['a phone', PHONE],
  ] as const;
  it.each(sample(screens, 2))(
    'ux 8: nothing on %s moves while the page loads (one of two; nightly both)',
    async (_name, viewport) => {
      const { page } = await openPage(site.browser, { viewport, firstVisit: true });
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            (window as unknown as { shift: number }).shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(`${site.url}/?lang=fr`);
      await waitForMap(page);
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
      expect(shift).toBeLessThan(SHIFT);
      await page.context().close();
    },
  );

  it('a part that failed is shown by “Try again”; when it fails again, the page is loaded again', async () => {
    const { page } = await openPage(site.browser);
    await page.goto(`${site.url}/?lang=en#9/0.87/10.84&layers=logging,landscapes`);
    await waitForMap(page);
    await failToShow(page);
    const again = page.locator('.broken').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.evaluate(() => (window as unknown as { heal: () => void }).heal());
    await again.click();
    await page.locator('.side-panel .attributes').first().waitFor();
    await page.keyboard.press('Escape');
    await failToShow(page);
    await again.click();
    const loaded = page.waitForEvent('load');
    await again.click();
    await loaded;
    await waitForMap(page);
    expect(page.url()).toContain('layers=logging,landscapes');
    await page.context().close();
  });

  it('ux 25: the legend has a symbol by geometry and a text for each class, and a ramp names its values', async () => {
    const { page } = await open('?lang=fr#6/2/16&layers=villages,roads,logging,tree-cover');
    await page.getByRole('tab', { name: /Légende/ }).click();
    const shapes = (group: string): Promise<string[]> =>
      page
        .locator(`[data-legend="${group}"] .swatch`)
        .first()
        .evaluate((swatch) => [...swatch.querySelectorAll('*')].map(({ localName }) => localName));
    expect(await shapes('villages')).toContain('circle');
    expect(await shapes('roads')).not.toContain('circle');
    const rows = await page.locator('.legend .legend-rows > li').allInnerTexts();
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.filter((text) => text.trim() === '')).toEqual([]);
    await page.context().close();
  });

  it('ux 41: a copied address opens the same layers, order, opacity, base map, relief and view', async () => {
    const { page } = await open('?lang=fr#8/4.2/11.5&layers=villages');
    await page.getByRole('checkbox', { name: 'Routes et pistes' }).check();
    await page.getByText('Relief', { exact: true }).first().click();
    await page.getByText('Sombre', { exact: true }).click();
    await page.getByRole('tab', { name: /Légende/ }).click();
    await page.getByRole('button', { name: 'Masquer Villages' }).click();
    await page.waitForURL(/base=dark.*relief=1.*!villages/);
    await waitForMap(page);
    const legendOf = (of: Page): Promise<string[]> =>
      of.locator('.legend-item h2').allTextContents();
    const [address, legend] = [page.url(), await legendOf(page)];
    const { page: again } = await openPage(site.browser);
    await again.goto(address);
    await waitForMap(again);
    await again.getByRole('tab', { name: /Légende/ }).click();
    expect(await legendOf(again)).toEqual(legend);
    expect(await again.getByRole('button', { name: 'Afficher Villages' }).count()).toBe(1);
    expect(await again.getByRole('radio', { name: 'Sombre' }).isChecked()).toBe(true);
    expect(await again.getByRole('switch', { name: /Relief/ }).isChecked()).toBe(true);
    expect(again.url()).toBe(address);
    await Promise.all([page.context().close(), again.context().close()]);
  });
});

/** The brightness of a colour `#RRGGBB`, 0 to 255. */
function brightness(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
