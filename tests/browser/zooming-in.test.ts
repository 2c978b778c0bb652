import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { FeatureCollection, Point } from 'geojson';
import { describe, expect, it } from 'vitest';
import { SEED_OF_THE_DAY } from '../seed-of-the-day.ts';
import { NIGHTLY } from '../size.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { rememberMap } from './placed-names.ts';
import { useShipped } from './use-shipped.ts';

interface Town {
  readonly id: string;
  readonly at: readonly [number, number];
}

const FILE = fileURLToPath(
  new URL('../../atlas.config/data/geography/places.geojson', import.meta.url),
);
const ZOOMS = Array.from({ length: 15 }, (_, i) => 5 + i / 2);
const TIMEOUT = 600_000;

const site = useShipped();

/** Returns random towns in the tiles of the base map, and always Buea, which has larger neighbours. */
function randomTowns(count: number): Town[] {
  const { features } = JSON.parse(readFileSync(FILE, 'utf8')) as FeatureCollection<
    Point,
    { id: string }
  >;
  const towns = features.map(({ properties: { id }, geometry: { coordinates } }) => ({
    id,
    at: [coordinates[0]!, coordinates[1]!] as const,
  }));
  let state = SEED_OF_THE_DAY;
  const order = new Map(
    towns.map(({ id }) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return [id, id === 'cmr-buea' ? -1 : state] as const;
    }),
  );
  return towns.sort((a, b) => order.get(a.id)! - order.get(b.id)!).slice(0, count);
}

/** Returns the zooms at which the map names a town that is in the middle of the view. */
function namedAt(page: Page, town: Town): Promise<number[]> {
  return page.evaluate(
    async ({ id, at, zooms }) => {
      const { rememberedMap: map } = globalThis as unknown as {
        rememberedMap: {
          jumpTo(camera: { center: readonly [number, number]; zoom: number }): void;
          once(event: 'idle', done: () => void): void;
          getStyle(): { layers: { id: string }[] };
          queryRenderedFeatures(options: { layers: string[] }): { properties: { id: string } }[];
        };
      };
      const layers = map
        .getStyle()
        .layers.map((layer) => layer.id)
        .filter((name) => /^group\/labels\/(?:town|capital)-names/.test(name));
      const found: number[] = [];
      for (const zoom of zooms) {
        map.jumpTo({ center: at, zoom });
        await new Promise<void>((done) => map.once('idle', done));
        const named = map.queryRenderedFeatures({ layers });
        if (named.some(({ properties }) => properties.id === id)) found.push(zoom);
      }
      return found;
    },
    { ...town, zooms: ZOOMS },
  );
}

describe('a town', () => {
  const towns = randomTowns(NIGHTLY ? 200 : 6);
  it(
    `has its name at each zoom from the first one on: ${towns.length} towns (nightly 200)`,
    async () => {
      const { page } = await openPage(site.browser, { drawn: false });
      await rememberMap(page);
      await page.goto(`${site.url}/?lang=fr#5/0/15&base=default&layers=boundaries,labels`);
      await waitForMap(page);
      const gone: string[] = [];
      for (const town of towns) {
        const zooms = await namedAt(page, town);
        const expected = ZOOMS.slice(ZOOMS.indexOf(zooms[0] ?? 9));
        const missing = expected.filter((zoom) => !zooms.includes(zoom));
        if (missing.length > 0) gone.push(`${town.id}: ${missing.join(', ')}`);
      }
      await page.context().close();
      expect(gone).toEqual([]);
    },
    TIMEOUT,
  );
});
