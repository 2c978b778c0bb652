import { describe, expect, it } from 'vitest';
import { compileStyle, type Bounds, type BundleSource } from '../../../engine/runtime.ts';
import { group, lagoon, shows, sublayer } from './small-atlas.ts';

describe('a source of a style', () => {
  const sourcesOf = (source: string, type: 'fill' | 'raster' = 'fill') =>
    compileStyle(
      lagoon([group({ id: 'g', sublayers: [sublayer({ id: 'a', type, source })] })]),
      { ...shows('g'), baseLayer: 'night' },
      { origin: 'https://atlas.example', pmtilesScheme: 'archive' },
    ).sources;

  it('has its addresses from the root made absolute and its range kept', () => {
    expect(sourcesOf('tiles')).toEqual({
      tiles: {
        type: 'vector',
        tiles: ['https://atlas.example/api/mvt/tile/t/{z}/{x}/{y}.pbf?v=1'],
        ...{ minzoom: 2, maxzoom: 9, bounds: [1, 2, 3, 4] },
      },
    });
    expect(sourcesOf('places')).toEqual({
      places: { type: 'geojson', data: 'https://atlas.example/api/geodata/places/' },
    });
  });

  it('gets bounds with an area, as MapLibre finds no tile for a point on their edge', () => {
    const bundle = lagoon([
      group({ id: 'g', sublayers: [sublayer({ id: 'a', source: 'tiles' })] }),
    ]);
    const tiles = bundle.sources['tiles'] as Extract<BundleSource, { type: 'vector' }>;
    const boundsOf = (bounds: Bounds) =>
      compileStyle(
        { ...bundle, sources: { tiles: { ...tiles, bounds } } },
        { ...shows('g'), baseLayer: 'night' },
        {},
      ).sources['tiles'];
    expect(boundsOf([16, 0, 16, 0])).toMatchObject({ bounds: [15.99999, -1e-5, 16.00001, 1e-5] });
    expect(boundsOf([1, 0, 2, 0])).toMatchObject({ bounds: [1, -1e-5, 2, 1e-5] });
  });

  it('is read through the scheme of archives when it is one', () => {
    expect(sourcesOf('archive')).toEqual({
      archive: { type: 'vector', url: 'archive://https://atlas.example/atlas/files/a.pmtiles?v=1' },
    });
  });

  it('keeps addresses of other servers as they are', () => {
    expect(sourcesOf('foreign', 'raster')).toEqual({
      foreign: { type: 'raster', tiles: ['https://other.example/{z}/{x}/{y}.png'], tileSize: 256 },
    });
  });

  it('takes its layers along when it is switched off', () => {
    expect(sourcesOf('not-in-the-bundle')).toEqual({});
  });
});
