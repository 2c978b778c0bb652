import { beforeAll, describe, expect, it } from 'vitest';
import { openShippedAtlas, type ShippedAtlas } from '../atlas/shipped-atlas.ts';
import { VIEWS, WINDOWS, type View } from '../views/views.ts';
import { measureContrast, measureVillages } from './measure-contrast.ts';
import { openPage } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';
import { NIGHTLY, sample } from '../size.ts';

const ENOUGH = 3;
/** A view is drawn three times. */
const TIMEOUT = 180_000;

/** A group over the middle of the region at full opacity, on a base map. */
const over = (base: string, zoom: number, group: string): View => ({
  name: `${group} on ${base}, zoom ${zoom}`,
  window: 'desktop',
  lang: 'en',
  base,
  camera: `${zoom}/1/17.5`,
  data: [`${group}~100`],
});

/** The layers that cover the base map, those with the darkest and the palest colours. */
const COVERED: readonly View[] = [
  over('default', 5, 'intact-forest-landscape'),
  over('default', 6.5, 'land-cover'),
  over('default', 6.5, 'primary-humid-forest'),
  over('default', 5, 'logging'),
  over('imagery', 5, 'esa-land-cover'),
  over('terrain', 6.5, 'tree-cover'),
  over('dark', 6.5, 'land-cover'),
];
/**
 * The views of which one is measured each day: one for each base map, and the view with the most
 * layers.
 */
const DAILY = new Set([
  'land-cover on default, zoom 6.5',
  'esa-land-cover on imagery, zoom 5',
  'tree-cover on terrain, zoom 6.5',
  'land-cover on dark, zoom 6.5',
  'ten-z6',
]);
const ALL = [...COVERED, ...VIEWS];
const MEASURED = sample(NIGHTLY ? ALL : ALL.filter(({ name }) => DAILY.has(name)), 5);

describe('names and borders', () => {
  const site = useShipped();
  let shipped: ShippedAtlas;

  beforeAll(async () => {
    shipped = await openShippedAtlas();
  });

  it.each(MEASURED)(
    'have a contrast of 3 to 1 with what is around them: $name (one view; nightly all)',
    async (view) => {
      const { level, lang, window } = view;
      const { page } = await openPage(site.browser, {
        drawn: true,
        viewport: WINDOWS[window],
        ...(level === undefined ? {} : { level }),
      });
      const bundle = shipped.bundles[lang]!;
      const found = await measureContrast(page, { url: site.url, bundle }, view);
      await page.context().close();
      if (COVERED.includes(view))
        expect(Object.keys(found)).toEqual(expect.arrayContaining(['country-names', 'border']));
      expect(Object.entries(found).filter(([, contrast]) => contrast < ENOUGH)).toEqual([]);
    },
    TIMEOUT,
  );

  it.each(
    sample(
      [
        ['the plan of Nguti', { camera: '10.2/5.28/9.42', data: ['villages', 'nguti-land-use'] }],
        ['customary lands', { camera: '10.2/5.28/9.42', data: ['villages', 'tenure'] }],
      ] as const,
      2,
    ),
  )(
    'have a contrast of 3 to 1 where villages are over %s (one of two; nightly both)',
    async (_where, { camera, data }) => {
      const { page } = await openPage(site.browser, { drawn: true, viewport: WINDOWS.desktop });
      const bundle = shipped.bundles['en']!;
      const view = { name: 'villages', window: 'desktop', lang: 'en', camera, data } as const;
      const contrast = await measureVillages(page, { url: site.url, bundle }, view);
      await page.context().close();
      expect(contrast).toBeGreaterThanOrEqual(ENOUGH);
    },
    TIMEOUT,
  );
});
