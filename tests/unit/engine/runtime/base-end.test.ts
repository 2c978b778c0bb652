import { describe, expect, it } from 'vitest';
import { baseEnd, compileStyle, reliefEnd } from 'atlas-engine/runtime';
import { buildBundle, OPTIONS, shows } from '../../../build-atlas.ts';

const YAML = `
services: [{ id: photos, env: A_PHOTOS, fallback: built-in }, { id: streets, env: A_STREETS, fallback: base-layer }]
sources:
  - { id: land, type: vector, file: data/a.pmtiles, maxzoom: 8, fields: { land: {} } }
  - { id: photo, type: raster, file: data/a.pmtiles, maxzoom: 5, fade-from: 6 }
  - { id: heights, type: raster-dem, file: data/a.pmtiles, maxzoom: 5, fade-from: 7 }
  - { id: outside, type: raster, service: photos, path: '/{z}/{x}/{y}.png', maxzoom: 18, fallback: photo }
  - { id: open, type: raster, file: data/a.pmtiles }
  - { id: style, type: style, service: streets }
hillshade: { source: heights, maxzoom: 9, exaggeration: { by-zoom: { 3: 0.2, 8: 0.7 } } }
base-layers:
  - { id: map, name: { all: M }, ground: light, sublayers: [{ id: land, type: fill, source: land, source-layer: land }] }
  - { id: imagery, name: { all: I }, ground: dark, source: outside, sublayers: [{ id: land, type: fill, source: land, source-layer: land }] }
  - { id: open, name: { all: O }, ground: dark, source: open }
  - { id: hosted, name: { all: H }, ground: light, style: style }
`;
const at = (address: string | null) =>
  buildBundle(YAML, { options: { ...OPTIONS, address: () => address } });
const end = (baseLayer: string, { address = null as string | null, lost = [] as string[] } = {}) =>
  baseEnd(at(address), { ...shows(), baseLayer, lost });

describe('a base map has no more detail', () => {
  it('one zoom above the highest zoom of its sources', () => {
    expect(end('map')).toBe(9);
  });

  it('where the service that it reads ends, or where its replacement has faded out', () => {
    const address = 'https://outside.example';
    expect(end('imagery', { address })).toBe(19);
    expect(end('imagery')).toBe(7.5);
    expect(end('imagery', { address, lost: ['outside'] })).toBe(7.5);
  });

  it('nowhere when it is hosted, has no sources or does not declare their zoom', () => {
    expect(end('hosted', { address: 'https://outside.example' })).toBeNull();
    expect(end('open')).toBeNull();
    expect(end('day')).toBeNull();
  });
});

describe('a source that fades out', () => {
  const layerOf = (type: string, address: string | null, more = {}) =>
    compileStyle(at(address), {
      ...shows(),
      baseLayer: 'imagery',
      hillshade: true,
      ...more,
    }).layers.find((layer) => layer.type === type)!;

  it('lowers the opacity of its layers to 0, and ends them', () => {
    const photo = layerOf('raster', null);
    expect(photo.paint).toEqual({
      'raster-opacity': ['interpolate', ['linear'], ['zoom'], 6, 1, 7.5, 0],
    });
    expect(photo.maxzoom).toBe(7.5);
  });

  it('keeps the stops below, and the value between two stops', () => {
    const relief = layerOf('hillshade', null);
    expect(relief.paint).toHaveProperty('hillshade-exaggeration', [
      'interpolate',
      ['linear'],
      ['zoom'],
      3,
      0.2,
      7,
      0.6,
      8.5,
      0,
    ]);
    expect(relief.maxzoom).toBe(8.5);
    expect(reliefEnd(at(null), shows())).toBe(8.5);
  });

  it('does not fade the service that it replaces, until the service is lost', () => {
    const address = 'https://outside.example';
    expect(layerOf('raster', address)).not.toHaveProperty('maxzoom');
    expect(layerOf('raster', address, { lost: ['outside'] }).maxzoom).toBe(7.5);
  });
});
