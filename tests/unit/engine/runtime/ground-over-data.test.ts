import { describe, expect, it } from 'vitest';
import type { MapState } from 'atlas-engine/runtime';
import { baseOverData, joinSteps } from '../../../../engine/runtime/ground-over-data.ts';
import { buildBundle } from '../../../build-atlas.ts';

const BUNDLE = buildBundle(
  `
datasets:
  - { id: cover, geometry: raster, permission: open, load: { file: data/cover.tif }, feeds: { wms: cover } }
  - { id: plots, geometry: polygon, permission: open, load: { file: data/a.geojson }, fields: {} }
classes:
  - { id: cover, values: [{ value: 1, color: '#0A5526', label: { all: Forest } }] }
groups:
  - { id: dark, name: { all: D }, category: things, sublayers: [{ id: a, type: raster, source: cover, classes: cover }] }
  - { id: pale, name: { all: P }, category: things, sublayers: [{ id: a, type: fill, source: plots, paint: { fill-color: '#F7F5EE' } }] }
  - { id: both, name: { all: B }, category: things, sublayers: [{ id: a, type: fill, source: plots, paint: { fill-color: { light: '#222222', dark: '#EEEEEE' } } }] }
  - id: parts
    name: { all: S }
    category: things
    sublayers:
      - { id: a, type: fill, source: plots, paint: { fill-color: '#444444', fill-opacity: 0.3 } }
      - { id: b, type: fill, source: plots, paint: { fill-color: '#444444', fill-opacity: 0.3 } }
  - { id: late, name: { all: L }, category: things, sublayers: [{ id: a, type: raster, source: cover, classes: cover, minzoom: 6 }] }
`,
  { assets: ['data/cover.tif'] },
);

const DAY = { id: 'day', ground: 'light' } as const;
const NIGHT = { id: 'night', ground: 'dark' } as const;

/**
 * Returns the grounds by zoom over groups, which are given top first, such as `pale` or `dark:0.7`
 * (with an opacity).
 */
function groundsOver(groups: readonly string[], base: typeof DAY | typeof NIGHT = DAY): string {
  const state: MapState = {
    baseLayer: base.id,
    hillshade: false,
    project: null,
    groups: groups.map((group) => {
      const [id, opacity = 1] = group.split(':');
      return { id: id!, visible: true, opacity: Number(opacity) };
    }),
  };
  const steps = baseOverData(BUNDLE, state, base);
  return steps.map(([zoom, { id, ground }]) => `${zoom} ${id || ground}`).join(', ');
}

describe('the ground of names over data', () => {
  it('is that of the base map without a cover', () => {
    expect(groundsOver([])).toBe('0 day');
  });

  it('is that of the topmost cover', () => {
    expect(groundsOver(['dark'])).toBe('0 dark');
    expect(groundsOver(['pale', 'dark'])).toBe('0 day');
    expect(groundsOver(['dark', 'pale'])).toBe('0 dark');
    expect(groundsOver(['pale'], NIGHT)).toBe('0 light');
  });

  it('is that of the base map below an opacity of one half', () => {
    expect(groundsOver(['dark:0.9'])).toBe('0 dark');
    expect(groundsOver(['dark:0.49'])).toBe('0 day');
  });

  it('counts sublayers of a group once, because they are side by side', () => {
    expect(groundsOver(['parts'])).toBe('0 day');
  });

  it('follows the colours that a fill has over this base map', () => {
    expect(groundsOver(['both'])).toBe('0 dark');
    expect(groundsOver(['both'], NIGHT)).toBe('0 light');
  });

  it('changes at the zoom where a cover appears', () => {
    expect(groundsOver(['late'])).toBe('0 day, 6 dark');
  });
});

describe('values of several grounds', () => {
  const steps = [
    [0, DAY],
    [6, NIGHT],
  ] as const;

  it('become a step on the zoom where they differ', () => {
    expect(joinSteps(steps, ['#000', '#FFF'])).toEqual(['step', ['zoom'], '#000', 6, '#FFF']);
    expect(joinSteps(steps, [1, 1])).toBe(1);
  });

  it('are not joined where they depend on the zoom themselves', () => {
    const byZoom = ['step', ['zoom'], 1, 5, 2];
    expect(joinSteps(steps, [byZoom, 3])).toEqual(byZoom);
  });
});
