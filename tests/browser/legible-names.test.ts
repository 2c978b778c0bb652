import { Color } from '@maplibre/maplibre-gl-style-spec';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileStyle, type AtlasBundle, type MapState } from 'atlas-engine/runtime';
import { openShippedAtlas } from '../atlas/shipped-atlas.ts';
import { readPicture, ringContrast, type Rgb } from './contrast.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

/** Base map, zoom and the group at full opacity, over the middle of the region. */
const VIEWS = [
  ['default', 5, ''],
  ['dark', 5, ''],
  ['default', 5, 'intact-forest-landscape'],
  ['default', 6.5, 'land-cover'],
  ['default', 6.5, 'primary-humid-forest'],
  ['default', 5, 'logging'],
  ['imagery', 5, 'esa-land-cover'],
  ['terrain', 6.5, 'tree-cover'],
] as const;
/** The map beside the panel and above the buttons. */
const CLIP = { x: 380, y: 60, width: 780, height: 620 };
const NAMES = ['country-names', 'capital-names', 'province-names'] as const;
/** Provinces are named from here on. */
const PROVINCES_FROM = 6.1;
const ENOUGH = 3;

describe('over every layer at full opacity', () => {
  let bundle: AtlasBundle;
  const site = useShipped();

  beforeAll(async () => {
    bundle = (await openShippedAtlas()).bundles['en']!;
  });

  async function draw(page: Page, layers: string, [base, zoom]: readonly [string, number]) {
    await page.goto('about:blank');
    await page.goto(`${site.url}/?lang=en#${zoom}/1/17.5&layers=${layers}&base=${base}`);
    await waitForMap(page);
    return readPicture(await page.screenshot({ clip: CLIP }));
  }

  it.each(VIEWS)(
    'countries, provinces and capitals have a contrast of 3: %s, zoom %s, %s',
    async (...view) => {
      const [base, zoom, group] = view;
      const data = group === '' ? [] : [`${group}~100`];
      const { page } = await openPage(site.browser);
      const named = await draw(page, [...data, 'boundaries', 'labels'].join(','), [base, zoom]);
      const unnamed = await draw(page, [...data, 'boundaries'].join(','), [base, zoom]);
      await page.context().close();
      const colors = colorsOf(bundle, { base, zoom, group });
      const found: Record<string, number> = {};
      for (const id of zoom < PROVINCES_FROM ? NAMES.slice(0, 2) : NAMES) {
        const contrast = ringContrast(named, unnamed, colors(`group/labels/${id}`));
        if (contrast !== null) found[id] = contrast;
      }
      const drawn = ['country-names', zoom < PROVINCES_FROM ? 'capital-names' : 'province-names'];
      expect(Object.keys(found)).toEqual(expect.arrayContaining(drawn));
      const low = Object.entries(found).filter(([, contrast]) => contrast < ENOUGH);
      expect(low).toEqual([]);
    },
  );
});

/** Returns the colours of layers in a view. */
function colorsOf(
  bundle: AtlasBundle,
  { base, zoom, group }: { readonly base: string; readonly zoom: number; readonly group: string },
): (layer: string) => Rgb {
  const ids = ['labels', 'boundaries', ...(group === '' ? [] : [group])];
  const groups: MapState['groups'] = ids.map((id) => ({ id, visible: true, opacity: 1 }));
  const state: MapState = { baseLayer: base, hillshade: false, project: null, groups };
  const { layers } = compileStyle(bundle, state);
  return (layer) => {
    const paint = layers.find(({ id }) => id === layer)?.paint as Record<string, unknown>;
    const { r, g, b } = Color.parse(String(atZoom(paint['text-color'], zoom)))!;
    return [r * 255, g * 255, b * 255];
  };
}

/** Evaluates a `step` on the zoom. */
function atZoom(value: unknown, zoom: number): unknown {
  if (!Array.isArray(value)) return value;
  const [, , first, ...rest] = value as readonly unknown[];
  let current = first;
  for (let i = 0; i < rest.length; i += 2) if (zoom >= Number(rest[i])) current = rest[i + 1];
  return current;
}
