import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeOf } from './axe.ts';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { pixelAt } from './pixels.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

/** Colours of the villages' dots for each ground of the base map. */
const DOT = { light: '#B4532A', dark: '#F0915C' } as const;
const BASES = [
  ['Terrain', 'light'],
  ['Imagery', 'dark'],
  ['Dark', 'dark'],
  ['Default', 'light'],
] as const;

type Clip = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Takes screenshots of a part of the page until two in a row are equal: names fade in after the map
 * is idle.
 */
async function stillPicture(page: Page, clip: Clip): Promise<Buffer> {
  let before = await page.screenshot({ clip });
  for (let i = 0; i < 20; i += 1) {
    await page.waitForTimeout(300);
    const now = await page.screenshot({ clip });
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('The map keeps changing.');
}

describe('the base maps of the shipped atlas', () => {
  const site = useShipped();
  /** A village in the mountains of western Cameroon, in degrees. */
  let village: readonly [lng: number, lat: number];

  beforeAll(async () => {
    const answer = await fetch(
      `${site.url}/api/geodata/villages/?intersects=POLYGON((9 4.5,11 4.5,11 6,9 6,9 4.5))`,
    );
    const { features } = (await answer.json()) as {
      features: { geometry: { coordinates: [number, number] } }[];
    };
    village = features
      .map(({ geometry }) => geometry.coordinates)
      .find(([lng, lat]) => lng > 9 && lng < 11 && lat > 4.5 && lat < 7)!;
  });

  const viewOf = (zoom: number): string => `#${zoom}/${village[1]}/${village[0]}&layers=villages`;

  /**
   * Returns the colour at the village in the middle of the page, and the colour of the land beside
   * it.
   */
  async function coloursOn(page: Page): Promise<{ dot: string; land: string }> {
    await waitForMap(page);
    const picture = await page.screenshot();
    const at = (dx: number, dy: number): Promise<string> =>
      pixelAt(picture, MIDDLE.x + dx, MIDDLE.y + dy);
    return { dot: await at(0, 0), land: await at(37, 23) };
  }

  it('change while the overlay stays and is not fetched again', async () => {
    const { page, problems } = await openPage(site.browser, { drawn: true });
    const tiles: string[] = [];
    page.on('request', (request) => {
      if (/\/tile\/villages\//.test(request.url())) tiles.push(request.url());
    });
    await page.goto(`${site.url}/?lang=en${viewOf(12)}`);
    const lands = [(await coloursOn(page)).land];
    const fetched = tiles.length;
    expect(fetched).toBeGreaterThan(0);
    for (const [name, ground] of BASES) {
      await page.getByText(name, { exact: true }).click();
      const { dot, land } = await coloursOn(page);
      expect([name, dot]).toEqual([name, DOT[ground]]);
      lands.push(land);
    }
    expect(lands.at(-1)).toBe(lands[0]);
    expect(new Set(lands).size).toBe(BASES.length);
    expect(tiles.length).toBe(fetched);
    expect(problems).toEqual([]);
  });

  const shaded = [
    ['terrain', 'light'],
    ['imagery', 'dark'],
  ] as const;
  it.each(sample(shaded, 2))(
    'shade the relief over %s when the switch is on, and leave the overlay unchanged (one of two; nightly both)',
    async (base, ground) => {
      const { page, problems } = await openPage(site.browser, { drawn: true });
      await page.goto(`${site.url}/?lang=en${viewOf(8)}&base=${base}`);
      await waitForMap(page);
      const clip = { x: 380, y: 120, width: 700, height: 500 };
      const flat = await stillPicture(page, clip);
      await page.getByRole('switch', { name: 'Relief' }).click();
      await waitForMap(page);
      const shaded = await stillPicture(page, clip);
      expect(shaded.equals(flat)).toBe(false);
      expect((await coloursOn(page)).dot).toBe(DOT[ground]);
      expect(page.url()).toContain('relief=1');
      await page.getByRole('switch', { name: 'Relief' }).click();
      await waitForMap(page);
      expect((await stillPicture(page, clip)).equals(flat)).toBe(true);
      expect(problems).toEqual([]);
    },
  );

  it('have their own maximum zoom: 20 for the photograph, 24 for the others', async () => {
    const { page } = await openPage(site.browser);
    // The address follows the map a moment later.
    const expectZoom = async (zoom: number): Promise<void> => {
      await waitForMap(page);
      await expect.poll(() => Number(/#([\d.]+)\//.exec(page.url())?.[1])).toBe(zoom);
    };
    await page.goto(`${site.url}/?lang=en${viewOf(23)}`);
    await expectZoom(23);
    await page.getByText('Imagery', { exact: true }).click();
    await expectZoom(20);
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    await zoomIn.click();
    await expectZoom(20);
    await page.getByText('Dark', { exact: true }).click();
    await zoomIn.click();
    await expectZoom(21);
  });

  const legends = [
    [
      'en',
      'Legend',
      'Base map',
      ['Capital', 'Town', 'Border of a country', 'River', 'Dense forest'],
    ],
    ['fr', 'Légende', 'Fond de carte', ['Capitale', 'Ville', 'Frontière d’État', 'Cours d’eau']],
  ] as const;
  it.each(sample(legends, 2))(
    'have a folded entry at the end of the legend in %s (one of two; nightly both)',
    async (lang, tab, name, rows) => {
      const { page, problems } = await openPage(site.browser);
      await page.goto(`${site.url}/?lang=${lang}#5/0/18&layers=`);
      await waitForMap(page);
      await page.getByRole('tab', { name: tab }).click();
      const entry = page.locator('.legend-base');
      await entry.getByText(name, { exact: true }).waitFor();
      const river = entry.getByText(rows.at(-1)!, { exact: true });
      expect(await river.isVisible()).toBe(false);
      await page.goto(`${site.url}/?lang=${lang}#5/0/18&layers=labels,boundaries`);
      await page.reload();
      await page.getByRole('tab', { name: tab }).click();
      await entry.getByText(name, { exact: true }).click();
      for (const row of rows) await entry.getByText(row, { exact: true }).waitFor();
      const { violations } = await axeOf(page).include('.legend-base').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  it('show their heights in the legend of Terrain', async () => {
    const { page } = await openPage(site.browser);
    await page.goto(`${site.url}/?lang=en#5/0/18&base=terrain`);
    await page.getByRole('tab', { name: 'Legend' }).click();
    await page.locator('.legend-base summary').click();
    await page.locator('.legend-base .ramp').getByText('Height above the sea').waitFor();
  });

  it('say at the switch of the relief where it has faded out, and once where they end, before the pictures are a blur', async () => {
    const { page } = await openPage(site.browser);
    const relief = page.locator('.relief').getByText('not at this zoom');
    const end = page.getByText('The base map has no more detail here.');
    await page.goto(`${site.url}/?lang=en${viewOf(8.4)}`);
    await waitForMap(page);
    expect([await relief.count(), await end.count()]).toEqual([0, 0]);
    await page.goto(`${site.url}/?lang=en${viewOf(8.6)}`);
    await page.reload();
    await relief.waitFor();
    await page.goto(`${site.url}/?lang=en${viewOf(10)}`);
    await page.reload();
    await end.waitFor();
    expect(await end.count()).toBe(1);
    await page.goto(`${site.url}/?lang=en${viewOf(8.6)}&base=imagery`);
    await page.reload();
    await end.waitFor();
  });

  it('ask for a tile once, although the map shows it several times above its highest zoom', async () => {
    const { page } = await openPage(site.browser);
    const ranges: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('base.pmtiles')) ranges.push(request.headers()['range'] ?? '');
    });
    await page.goto(`${site.url}/?lang=en#10/4.4/18.5&layers=villages,roads,boundaries,labels`);
    await waitForMap(page);
    expect(ranges.length).toBeGreaterThan(2);
    expect(ranges.filter((range, i) => ranges.indexOf(range) !== i)).toEqual([]);
    expect(await page.locator('.notice').allInnerTexts()).toEqual([]);
  });

  it('read a tile again of which the cache of the browser has only the beginning', async () => {
    const { page } = await openPage(site.browser);
    let cut = '';
    const again: string[] = [];
    // Chromium answers so after an aborted request.
    await page.route('**/base.pmtiles*', async (route) => {
      const range = route.request().headers()['range'] ?? '';
      if (range === cut) again.push(range);
      if (cut !== '' || range.startsWith('bytes=0-')) return route.continue();
      cut = range;
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.body()).subarray(0, 300) });
    });
    await page.goto(`${site.url}/?lang=en`);
    await waitForMap(page);
    expect([cut, again]).toEqual([expect.stringMatching(/^bytes=\d+-\d+$/), [cut]]);
    expect(await page.locator('.notice').allInnerTexts()).toEqual([]);
  });

  it('open with a button on a phone, unclipped and accessible', async () => {
    const viewport = { width: 360, height: 740 };
    const { page, problems } = await openPage(site.browser, {
      viewport,
      hasTouch: true,
    });
    await page.goto(`${site.url}/?lang=fr`);
    await page.waitForSelector('canvas.maplibregl-canvas');
    const chooser = page.getByRole('radiogroup');
    expect(await chooser.count()).toBe(0);
    await page.locator('.bases-button').tap();
    await chooser.waitFor();
    for (const choice of await chooser.locator('label').all()) {
      const box = (await choice.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
    expect(await chooser.getByRole('radio').count()).toBe(4);
    await page.touchscreen.tap(viewport.width / 2, viewport.height / 2);
    await chooser.waitFor({ state: 'detached' });
    await page.locator('.bases-button').tap();
    await chooser.waitFor();
    await page.keyboard.press('Escape');
    await chooser.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await chooser.waitFor();
    const pictures = (): Promise<number[]> =>
      chooser
        .locator('img')
        .evaluateAll((found) => found.map((picture) => (picture as HTMLImageElement).naturalWidth));
    await expect.poll(pictures).toEqual([96, 96, 96, 96]);
    const { violations } = await axeOf(page).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await chooser.locator('label').last().tap();
    await page.waitForFunction(() => window.location.hash.includes('base=dark'));
    expect(problems).toEqual([]);
  });
});
