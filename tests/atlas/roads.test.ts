import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileStyle, type AtlasBundle } from 'atlas-engine/runtime';
import { paintOf } from '../laws/runtime/evaluate.ts';
import { contrast, type Rgb } from './colour.ts';
import { landOf } from './legend-colours.ts';
import { openShippedAtlas } from './shipped-atlas.ts';

const BASES = ['default', 'terrain', 'imagery', 'dark'] as const;

/** The signs from zoom 9: width in px, and whether they are solid lines, dashes, or dashes and dots. */
const SIGNS = [
  ['roads/national', 2.2, 0],
  ['roads/regional', 1.6, 0],
  ['roads/track', 1, 2],
  ['logging-roads/road', 1, 4],
] as const;

/** Least contrast of a road with the ground of each base map, and of its casing with the road. */
const ENOUGH = 3;

let bundle: AtlasBundle;

beforeAll(async () => {
  bundle = (await openShippedAtlas()).bundles['en']!;
});

function layersOn(baseLayer: string, groups = ['roads', 'logging-roads']): LayerSpecification[] {
  const shown = groups.map((id) => ({ id, visible: true, opacity: 1 }));
  const state = { baseLayer, hillshade: false, project: null, groups: shown };
  return compileStyle(bundle, state, { origin: '' }).layers;
}

function paintAt(layers: readonly LayerSpecification[], id: string, property: string): unknown {
  const layer = layers.find((each) => each.id === `group/${id}`)!;
  return paintOf(layer, property, { zoom: 10, properties: {} });
}

/** Reads a colour such as `rgba(255,255,255,1)`. */
function rgbOf(colour: unknown): Rgb {
  const [red, green, blue] = String(colour)
    .match(/[\d.]+/g)!
    .map((part) => Number(part) / 255);
  return [red!, green!, blue!];
}

describe('roads', () => {
  it.each(SIGNS)('have a sign for each class: %s', (id, width, dashes) => {
    const layers = layersOn('default');
    expect(paintAt(layers, id, 'line-width')).toBe(width);
    const layer = layers.find((each) => each.id === `group/${id}`)!;
    const dash = layer.type === 'line' ? layer.paint?.['line-dasharray'] : undefined;
    expect(Array.isArray(dash) ? dash.length : 0).toBe(dashes);
  });

  it.each(BASES)('are legible and have one colour where they meet: %s', (base) => {
    const layers = layersOn(base);
    const colours = SIGNS.map(([id]) => paintAt(layers, id, 'line-color'));
    expect(new Set(colours.map(String)).size).toBe(1);
    const road = rgbOf(colours[0]);
    for (const land of landOf(bundle, base)) expect(contrast(road, land)).toBeGreaterThan(ENOUGH);
    const casing = rgbOf(paintAt(layers, 'roads/national-casing', 'line-color'));
    expect(contrast(road, casing)).toBeGreaterThan(ENOUGH);
    expect(paintAt(layers, 'roads/national-casing', 'line-width')).toBeGreaterThan(3);
  });

  it.each([[['roads', 'logging-roads']], [['logging-roads', 'roads']]])(
    'are above logging roads, and a casing below its line: %j',
    (groups) => {
      const ids = layersOn('default', groups).map(({ id }) => id);
      const place = (id: string): number => ids.indexOf(`group/${id}`);
      expect(place('logging-roads/road')).toBeGreaterThan(0);
      expect(place('roads/national-casing')).toBeGreaterThan(place('logging-roads/road'));
      expect(place('roads/national')).toBe(place('roads/national-casing') + 1);
    },
  );

  it('have these signs in the legend', () => {
    const rows = ['roads', 'logging-roads'].flatMap((id) => bundle.groups[id]!.legend);
    const drawn = rows.flatMap(({ label, symbol }) =>
      symbol.type === 'line'
        ? [[label, symbol.width, symbol.dash?.length ?? 0, symbol.casing !== undefined]]
        : [],
    );
    expect(drawn).toEqual([
      ['National road', 2.2, 0, true],
      ['Regional road', 1.6, 0, false],
      ['Track', 1, 2, false],
      ['Logging roads', 1, 4, false],
    ]);
  });
});
