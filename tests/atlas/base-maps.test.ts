import { readFileSync } from 'node:fs';
import { loadImage } from '@napi-rs/canvas';
import { validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileStyle, type AtlasBundle } from 'atlas-engine/runtime';
import { contrast, layOver, parseColour, type Rgb } from './colour.ts';
import { landOf } from './legend-colours.ts';
import { CONFIG, openShippedAtlas, type ShippedAtlas } from './shipped-atlas.ts';

const BASES = ['default', 'terrain', 'imagery', 'dark'] as const;

/** Minimum WCAG contrast of body text. */
const READABLE = 4.5;
/** Minimum contrast of names outside the region, which are intentionally less prominent. */
const QUIET = 3;

/**
 * The designed contrast of names: a token, the token of its background, and the lowest contrast.
 */
const DRAWN: readonly (readonly [base: string, name: string, under: string, least: number])[] = [
  ['default', 'label-country', 'land', 7.9],
  ['default', 'label-town', 'forest-dense', 8.9],
  ['default', 'label-water', 'sea', READABLE],
  ['default', 'label-village', 'land', 9],
  ['terrain', 'label-water', 'sea', 4.7],
  ['dark', 'label-country', 'land', 9.85],
  ['dark', 'label-water', 'sea', 7],
  ['imagery', 'label-water', 'sea', 7],
];

let atlas: ShippedAtlas;
let bundle: AtlasBundle;

beforeAll(async () => {
  atlas = await openShippedAtlas();
  bundle = atlas.bundles['en']!;
});

function styleOf(baseLayer: string, hillshade: boolean): StyleSpecification {
  const groups = ['labels', 'boundaries'].map((id) => ({ id, visible: true, opacity: 1 }));
  return compileStyle(
    bundle,
    { baseLayer, hillshade, project: null, groups },
    { origin: 'https://example.org' },
  );
}

/** Returns the value of a token over a base map: by its id, else by its ground. */
function token(name: string, base: string): string {
  const values = atlas.model.tokens[name];
  const ground = bundle.baseLayers.find(({ id }) => id === base)!.ground;
  const value = values?.[base] ?? values?.[ground];
  if (value === undefined) throw new Error(`The token \`${name}\` has no value for ${base}.`);
  return String(value);
}

const colour = (name: string, base: string): Rgb => parseColour(token(name, base));
const least = (name: Rgb, grounds: readonly Rgb[]): number =>
  Math.min(...grounds.map((ground) => contrast(name, ground)));

describe('the base maps', () => {
  it('are these four, in this order, each with a thumbnail under 15 kB', async () => {
    expect(bundle.baseLayers.map(({ id }) => id)).toEqual(BASES);
    for (const { id, thumbnail } of atlas.model.baseLayers) {
      if (!BASES.some((base) => base === id)) continue;
      expect(atlas.access.files.has(thumbnail!)).toBe(true);
      const picture = readFileSync(CONFIG + thumbnail!);
      const { width, height } = await loadImage(picture);
      expect(picture.length).toBeLessThan(15_000);
      expect([width, height]).toEqual([96, 96]);
    }
  });

  it.each([
    ['default', 24],
    ['terrain', 24],
    ['imagery', 20],
    ['dark', 24],
  ])('%s has the maximum zoom %i', (id, zoom) => {
    expect(bundle.baseLayers.find((base) => base.id === id)!.maxzoom).toBe(zoom);
  });

  it.each(BASES.flatMap((base) => [false, true].map((hillshade) => [base, hillshade] as const)))(
    '%s with hillshade %s is a valid style with its layers in order',
    (base, hillshade) => {
      const style = styleOf(base, hillshade);
      expect(
        validateStyleMin({ ...style, glyphs: 'https://example.org/{fontstack}/{range}.pbf' }),
      ).toEqual([]);
      const place = (part: string): number => style.layers.findIndex(({ id }) => id.includes(part));
      const shading = style.layers.findIndex(({ type }) => type === 'hillshade');
      expect(shading >= 0).toBe(hillshade);
      expect(style.layers[0]!.type).toBe('background');
      const order = [
        ...(hillshade ? [shading] : []),
        ...['outside', 'sea', 'coast', 'rivers', 'lakes', 'border', 'names'].map(place),
      ];
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(order[0]).toBeGreaterThan(0);
    },
  );

  it('differ in what they draw under the water: tints, relief or a photograph', () => {
    const types = BASES.map((base) => new Set(styleOf(base, false).layers.map(({ type }) => type)));
    expect(types.map((found) => found.has('color-relief'))).toEqual([false, true, false, false]);
    expect(types.map((found) => found.has('raster'))).toEqual([false, false, true, false]);
  });
});

describe('names on the base maps', () => {
  it.each(DRAWN)('%s: %s on %s has its designed contrast', (base, name, under, floor) => {
    expect(contrast(colour(name, base), colour(under, base))).toBeGreaterThanOrEqual(floor);
  });

  it.each(BASES)('%s: every name on land is readable on every land colour', (base) => {
    const land = landOf(bundle, base);
    expect(land.length).toBeGreaterThan(0);
    for (const name of ['country', 'province', 'capital', 'town', 'village', 'water'])
      expect([name, least(colour(`label-${name}`, base), land)]).toEqual([
        name,
        expect.toSatisfy((value: number) => value >= READABLE),
      ]);
  });

  it.each(BASES)('%s: water names are readable on the sea and on lakes', (base) => {
    const water = ['sea', 'water', 'water-approximate', 'halo-water'].map((name) =>
      colour(name, base),
    );
    expect(least(colour('label-water', base), water)).toBeGreaterThanOrEqual(READABLE);
  });

  it.each(BASES)('%s: names outside the region are less prominent but legible', (base) => {
    const veil = colour('veil', base);
    const veiled = landOf(bundle, base).map((land) =>
      layOver(veil, Number(token('veil-opacity', base)), land),
    );
    const outside = least(colour('label-outside', base), veiled);
    expect(outside).toBeGreaterThanOrEqual(QUIET);
    expect(outside).toBeLessThan(least(colour('label-country', base), veiled));
  });

  it.each(BASES)(
    '%s: halos have the colour of the ground, so that names contrast with them',
    (base) => {
      for (const name of ['country', 'province', 'capital', 'town', 'village'])
        expect(contrast(colour(`label-${name}`, base), colour('halo', base))).toBeGreaterThan(
          READABLE,
        );
    },
  );
});
