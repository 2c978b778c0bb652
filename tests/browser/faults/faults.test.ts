import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { waitForMap } from '../open-browser.ts';
import { pixelAt } from '../pixels.ts';
import { useWeirs } from './use-weirs.ts';
import { WAYS, type Way } from './ways.ts';
import { GROUND, LAYERS, xOf, Y, type Layer } from './weirs.ts';
import { NIGHTLY, sample } from '../../size.ts';

/** Time until every message is there and nothing turns, in milliseconds. */
const QUIET_AFTER_MS = 30_000;

/** A source of the map: the paths of its requests, and what fails with it. */
interface Source {
  readonly name: string;
  readonly path: RegExp;
  /** What the message says, in English and French. */
  readonly says: readonly [en: string, fr: string];
  /** The layer, or the ground, that is not drawn. */
  readonly missing: Layer | 'ground';
  /** Ways that are no failure of this source. */
  readonly without?: readonly Way[];
  /** Ways of which a third is tried each day. */
  readonly daily: readonly Way[];
}

const layer = (id: Layer): readonly [string, string] => [
  `Could not be loaded: ${LAYERS[id].en}.`,
  `Chargement impossible\u00a0: ${LAYERS[id].fr}.`,
];

const SOURCES: readonly Source[] = [
  {
    name: 'the tiles of a dataset',
    path: /^\/api\/mvt\/tile\/locks\//,
    says: layer('locks'),
    missing: 'locks',
    // An empty tile is valid.
    without: ['gives nothing as 200'],
    daily: ['gives 404', 'gives a page as 200'],
  },
  {
    name: 'a GeoJSON document',
    path: /fords/,
    says: layer('fords'),
    missing: 'fords',
    // MapLibre draws a JSON object without features as an empty layer.
    without: ['gives another document'],
    daily: ['gives half of the bytes'],
  },
  {
    name: 'an archive of tiles',
    path: /piers/,
    says: layer('piers'),
    missing: 'piers',
    daily: ['gives broken bytes', 'gives nothing as 200'],
  },
  {
    name: 'ux 5: the archive of the base map',
    path: /ground/,
    says: ['The base map could not be loaded.', 'Le fond de carte n’a pas pu être chargé.'],
    missing: 'ground',
    daily: ['gives 500 with a page', 'breaks the connection'],
  },
  {
    name: 'the layers of a category',
    path: /^\/atlas\/part\.bank\./,
    says: layer('fields'),
    missing: 'fields',
    daily: ['gives a picture', 'gives another document', 'gives 503 without content'],
  },
  {
    name: 'an icon',
    path: /icons/,
    says: [
      'Some symbols could not be loaded. Dots are shown instead.',
      'Certains symboles n’ont pas pu être chargés.',
    ],
    missing: 'mills',
    // Any picture is an icon.
    without: ['gives a picture'],
    daily: ['gives 429'],
  },
];

/** Ways that take 20 s are tried together, with one page for each source. */
const SLOW: readonly Way[] = ['never answers', 'sends a byte per second'];

const CASES = SOURCES.flatMap((source) =>
  (Object.keys(WAYS) as Way[])
    .filter((way) => !SLOW.includes(way) && !source.without?.includes(way))
    .filter((way) => NIGHTLY || source.daily.includes(way))
    .map((way) => [source.name, way, source] as const),
);
const QUICK_CASES = sample(CASES, 3);

/** How long a layer may take to be drawn again, in milliseconds. */
const POLL = { timeout: 30_000, interval: 300 };

describe('D1: a source that fails', () => {
  const site = useWeirs();

  let turn = 0;
  it.each(QUICK_CASES)(
    '%s that %s: the message names it, the others are drawn, and it can be loaded again',
    async (_name, way, source) => {
      const proxy = await site.proxy();
      proxy.spoil(source.path, WAYS[way]);
      const french = (turn += 1) % 2 === 0;
      const began = Date.now();
      const page = await site.show(proxy, { lang: french ? 'fr' : 'en' });
      const message = page.locator('.notice', { hasText: source.says[french ? 1 : 0] });
      await message.waitFor();
      await waitForMap(page);
      expect(await drawn(page)).toEqual(expected(source.missing));
      expect(await page.locator('.progress, .spin').count()).toBe(0);
      expect(Date.now() - began).toBeLessThan(QUIET_AFTER_MS);
      proxy.heal();
      const again = message.getByRole('button', { name: /Try again|Réessayer/ });
      // The page also loads it by itself, which may be before the click.
      if (turn % 3 !== 0) void again.click().catch(() => undefined);
      await message.waitFor({ state: 'detached' });
      await expect.poll(() => drawn(page), POLL).toEqual(expected(null));
      await page.context().close();
    },
  );
});

/** Returns the colour at the place of each layer, and of the ground. */
async function drawn(page: Page): Promise<Readonly<Record<string, string>>> {
  const shot = await page.screenshot();
  const pixels = Object.entries(LAYERS).map(async ([id, { lng }]) => [
    id,
    await pixelAt(shot, xOf(lng), Y),
  ]);
  const ground = await pixelAt(shot, xOf(-28), 560);
  return { ...Object.fromEntries(await Promise.all(pixels)), ground };
}

function expected(missing: Source['missing'] | null): Readonly<Record<string, string>> {
  const ground = missing === 'ground' ? GROUND.plain : GROUND.base;
  const layers = Object.entries(LAYERS).map(([id, { color }]) => [
    id,
    id !== missing ? color : id === 'mills' ? '#333333' : ground,
  ]);
  return { ...Object.fromEntries(layers), ground };
}
