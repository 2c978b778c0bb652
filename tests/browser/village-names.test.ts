import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FeatureCollection, Point } from 'geojson';
import { describe, expect, it } from 'vitest';
import { sample } from '../size.ts';
import { openPage, waitForMap } from './open-browser.ts';
import {
  crossingNames,
  namesOnBorderRivers,
  placedFeatures,
  pixelsOf,
  rememberMap,
} from './placed-names.ts';
import { useShipped } from './use-shipped.ts';

interface Village {
  readonly village_id: string;
  readonly name: string;
  readonly total_population: number | null;
}

const FILE = new URL('../../atlas.config/data/demo/villages.geojson', import.meta.url);
const villages = (
  JSON.parse(readFileSync(fileURLToPath(FILE), 'utf8')) as FeatureCollection<Point, Village>
).features;

/** The part of the window that only the map covers, without its margins, in px. */
const CLEAR = { left: 420, right: 1120, top: 110, bottom: 640 } as const;

/** Places with many villages, on which other names and signs compete with theirs. */
const PLACES = [
  ['the Lualaba', '-2.24/25.74', 'default', 'villages,roads'],
  ['the Alima', '-1.28/16.2', 'terrain', 'villages,education,health'],
  ['Nguti', '5.2/9.5', 'default', 'villages,roads'],
  ['Lake Mai-Ndombe', '-1.95/18.3', 'imagery', 'villages,education,health'],
  ['Yaoundé', '3.87/11.5', 'dark', 'villages,roads,logging-roads'],
] as const;

/** Classes of size; the last one is that of villages whose population is not known. */
const sizeOf = ({ total_population: people }: Village): string =>
  people === null ? 'unknown' : people < 100 ? 'under 100' : people < 1000 ? 'small' : 'large';

const site = useShipped();

describe('the name of a village', () => {
  it('is examined for villages of every size', () => {
    const sizes = new Set(villages.map(({ properties }) => sizeOf(properties)));
    expect([...sizes].sort()).toEqual(['large', 'small', 'under 100', 'unknown']);
  });

  it.each(sample(PLACES, PLACES.length))(
    'is on the map at zooms 10 and 10.9, whatever its size: %s (one place; nightly all)',
    async (_, centre, base, groups) => {
      const { page } = await openPage(site.browser);
      await rememberMap(page);
      for (const zoom of [10, 10.9]) {
        const hash = `#${zoom}/${centre}&base=${base}&layers=${groups},boundaries,labels`;
        await page.goto(`${site.url}/?lang=fr${hash}`);
        await waitForMap(page);
        const pixels = await pixelsOf(
          page,
          villages.map(({ geometry }) => geometry.coordinates),
        );
        const shown = villages.filter((_village, i) => {
          const [x, y] = pixels[i]!;
          return x > CLEAR.left && x < CLEAR.right && y > CLEAR.top && y < CLEAR.bottom;
        });
        const named = new Set(
          (await placedFeatures(page))
            .filter(({ layer }) => layer.includes('/villages/') && !layer.endsWith('-clear'))
            .map(({ properties }) => properties['village_id']),
        );
        expect(shown.length).toBeGreaterThan(2);
        const nameless = shown.flatMap(({ properties }) =>
          named.has(properties.village_id)
            ? []
            : [`${properties.name} (${properties.total_population ?? 'unknown'})`],
        );
        expect(nameless).toEqual([]);
      }
      await page.context().close();
    },
    120_000,
  );

  it('crosses few others where villages are dense', async () => {
    const { page } = await openPage(site.browser);
    await rememberMap(page);
    const groups = 'villages,education,health,roads,boundaries,labels';
    const crossing: string[] = [];
    for (const centre of ['-4.33/15.31', '4.4/18.5', '-2.95/25.95']) {
      await page.goto(`${site.url}/?lang=fr#10/${centre}&layers=${groups}`);
      await waitForMap(page);
      const pairs = await crossingNames(page);
      crossing.push(...pairs.filter((pair) => pair.split('close-names').length === 3));
    }
    await page.context().close();
    // In the first places that the renderer allows, 11 pairs cross; where they cover the least, 4.
    expect(crossing.length).toBeLessThan(7);
  }, 120_000);

  it('is on its own bank of a river that is a border', async () => {
    const { page } = await openPage(site.browser);
    await rememberMap(page);
    await page.goto(`${site.url}/?lang=fr#9/-4.33/15.31&layers=villages,boundaries,labels`);
    await waitForMap(page);
    const { river, names } = await namesOnBorderRivers(page);
    await page.context().close();
    expect(river).toBeGreaterThan(100);
    expect(names).toEqual([]);
  });
});
