import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bounds } from 'atlas-engine/runtime';
import { openPage, waitForMap } from './open-browser.ts';
import { darkPixels } from './pixels.ts';
import { placedLabels, rememberMap } from './placed-names.ts';
import { readIndexOf, useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const LUBUMBASHI = [27.4794, -11.6647] as const;

/** The easternmost and southernmost corners of Katanga's tip. */
const KATANGA_TIP = [
  [29.8, -12.16],
  [29.8, -13.45],
] as const;

/** Sizes of the window, and the part of it that shows the map uncovered, in px. */
const WINDOWS = [
  { width: 1280, height: 800, free: { left: 360, top: 0, right: 1280, bottom: 800 } },
  { width: 1920, height: 1080, free: { left: 360, top: 0, right: 1920, bottom: 1080 } },
  { width: 360, height: 740, free: { left: 0, top: 72, right: 360, bottom: 740 - 88 } },
] as const;

type Place = readonly [lng: number, lat: number];

const PLACES = new URL('../../atlas.config/data/geography/places.geojson', import.meta.url);

/** The capitals of the countries, from the data of the base map. */
const CAPITALS = (
  JSON.parse(readFileSync(PLACES, 'utf8')) as {
    features: { properties: { name: string; capital: number }; geometry: { coordinates: Place } }[];
  }
).features
  .filter(({ properties }) => properties.capital === 2)
  .map(({ properties, geometry }) => [properties.name, geometry.coordinates] as const);

/** Returns a place on the map of the world at zoom 0, which is 512 px wide. */
function project([lng, lat]: Place): readonly [x: number, y: number] {
  const sine = Math.sin((lat * Math.PI) / 180);
  return [(lng / 360 + 0.5) * 512, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 512];
}

interface Camera {
  readonly zoom: number;
  /** Returns the pixel of the window that shows a place. */
  readonly pixelOf: (place: Place) => readonly [x: number, y: number];
}

/** Reads the camera from the address, which contains it once a visitor has moved the map. */
async function readCamera(page: Page): Promise<Camera> {
  await page.locator('canvas.maplibregl-canvas').focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => /^#[\d.]+\//.test(window.location.hash));
  const moved = page.url();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((before) => window.location.href !== before, moved);
  const [zoom, lat, lng] = new URL(page.url()).hash.slice(1).split('&')[0]!.split('/').map(Number);
  const box = (await page.locator('canvas.maplibregl-canvas').boundingBox())!;
  const scale = 2 ** zoom!;
  const [centreX, centreY] = project([lng!, lat!]);
  return {
    zoom: zoom!,
    pixelOf: (place) => {
      const [x, y] = project(place);
      return [
        box.x + box.width / 2 + (x - centreX) * scale,
        box.y + box.height / 2 + (y - centreY) * scale,
      ];
    },
  };
}

/** Runs in the page: returns the names of the topmost elements at pixels. */
function topElements(pixels: readonly (readonly [number, number])[]): (string | undefined)[] {
  return pixels.map(([x, y]) => document.elementFromPoint(x, y)?.tagName);
}

describe('the first view of the shipped atlas', () => {
  const site = useShipped();
  let home: Bounds;

  beforeAll(async () => {
    home = (await readIndexOf(site)).home.bounds;
  });

  it.each(WINDOWS)(
    'contains all six countries and names their capitals at $width x $height px',
    async ({ free, ...viewport }) => {
      const { page } = await openPage(site.browser, { drawn: true, viewport });
      await page.goto(`${site.url}/?lang=fr`);
      await waitForMap(page);
      const picture = await page.screenshot();
      const { zoom, pixelOf } = await readCamera(page);
      expect(zoom).toBeGreaterThanOrEqual(3);
      const [west, south, east, north] = home;
      for (const corner of [[west, south], [east, north], LUBUMBASHI, ...KATANGA_TIP] as const) {
        const [x, y] = pixelOf(corner);
        expect([x >= free.left, x <= free.right]).toEqual([true, true]);
        expect([y >= free.top, y <= free.bottom]).toEqual([true, true]);
      }
      expect(CAPITALS).toHaveLength(6);
      for (const [name, place] of CAPITALS) {
        const [x, y] = pixelOf(place);
        // A name is on the right, on the left, below or above.
        const corners = [
          [8, -7],
          [-48, -7],
          [-20, 7],
          [-20, -21],
        ] as const;
        const sides = corners.map(([dx, dy]) =>
          darkPixels(picture, { x: x + dx, y: y + dy, width: 40, height: 14 }),
        );
        expect([name, Math.max(...(await Promise.all(sides)))]).toEqual([
          name,
          expect.toSatisfy((n: number) => n > 20),
        ]);
      }
    },
  );

  it.each(sample(['fr', 'en'], 2))(
    'names Lubumbashi on a phone, with no button on it nor on the tip of Katanga, in %s (one of two; nightly both)',
    async (lang) => {
      const { page } = await openPage(site.browser, {
        drawn: true,
        viewport: { width: 360, height: 740 },
      });
      await rememberMap(page);
      await page.goto(`${site.url}/?lang=${lang}`);
      await waitForMap(page);
      const names = (await placedLabels(page)).map((label) => label.split(' ').slice(1).join(' '));
      expect(names).toEqual(
        expect.arrayContaining(['Lubumbashi', ...CAPITALS.map(([name]) => name)]),
      );
      const { pixelOf } = await readCamera(page);
      const places = [LUBUMBASHI, ...KATANGA_TIP].map(pixelOf);
      expect(await page.evaluate(topElements, places)).toEqual(places.map(() => 'CANVAS'));
    },
  );

  it('stays at its zoom when the bottom sheet of a phone opens', async () => {
    const { page } = await openPage(site.browser, {
      drawn: true,
      viewport: { width: 360, height: 740 },
    });
    await page.goto(`${site.url}/?lang=fr`);
    await waitForMap(page);
    await page.getByRole('button', { name: 'Couches', exact: true }).click();
    await page.getByRole('tab', { name: 'Légende' }).waitFor();
    const { zoom, pixelOf } = await readCamera(page);
    expect(zoom).toBeCloseTo(3.01, 1);
    // The middle of the region is above the sheet.
    const [, y] = pixelOf([18.4, 0]);
    expect(y).toBeGreaterThan(72);
    expect(y).toBeLessThan(740 - 428);
  });

  it('shows the world once, and fills the map with it at the lowest zoom', async () => {
    const { page } = await openPage(site.browser, { viewport: { width: 1280, height: 600 } });
    await rememberMap(page);
    await page.goto(`${site.url}/?lang=en`);
    await waitForMap(page);
    const [width, zoom, west, east] = await page.evaluate(() => {
      const { rememberedMap: map } = globalThis as unknown as {
        rememberedMap: {
          jumpTo(camera: { center: readonly [number, number]; zoom: number }): void;
          getContainer(): HTMLElement;
          getZoom(): number;
          getBounds(): { getWest(): number; getEast(): number };
        };
      };
      map.jumpTo({ center: [170, 0], zoom: 0 });
      const bounds = map.getBounds();
      const { clientWidth } = map.getContainer();
      return [clientWidth, map.getZoom(), bounds.getWest(), bounds.getEast()];
    });
    expect(zoom).toBeCloseTo(Math.log2(width! / 512), 3);
    expect([west, east].map((side) => Math.round(side!))).toEqual([-180, 180]);
    await page.context().close();
  });
});
