import { describe, expect, it } from 'vitest';
import { compileStyle, type Bounds } from 'atlas-engine/runtime';
import { buildBundle, OPTIONS, shows } from '../../../build-atlas.ts';

const BUNDLE = buildBundle(
  `
services: [{ id: other, env: A_OTHER, fallback: hide }]
sources:
  - { id: foreign, type: raster, service: other, path: '/{z}/{x}/{y}.png' }
  - { id: archive, type: vector, file: data/a.pmtiles, fields: { land: { name: text } } }
datasets:
  - { id: tiles, geometry: polygon, permission: open, load: { file: data/a.geojson }, fields: {}, feeds: { tiles: { minzoom: 2, maxzoom: 9 } } }
  - { id: places, geometry: point, permission: open, load: { file: data/a.geojson }, fields: {}, feeds: { geojson: true } }
groups:
  - { id: tiles, name: { all: T }, category: things, sublayers: [{ id: a, type: fill, source: tiles }] }
  - { id: places, name: { all: P }, category: things, sublayers: [{ id: a, type: circle, source: places }] }
  - { id: archive, name: { all: A }, category: things, sublayers: [{ id: a, type: fill, source: archive, source-layer: land }] }
  - { id: foreign, name: { all: F }, category: things, sublayers: [{ id: a, type: raster, source: foreign }] }
`,
  { options: { ...OPTIONS, address: () => 'https://other.example' } },
);

describe('a source of a style', () => {
  const sourcesOf = (group: string, bundle = BUNDLE) =>
    compileStyle(bundle, shows(group), {
      origin: 'https://atlas.example',
      pmtilesScheme: 'archive',
    }).sources;

  it('has absolute addresses and its zoom range', () => {
    expect(sourcesOf('tiles')).toEqual({
      tiles: {
        type: 'vector',
        tiles: ['https://atlas.example/api/mvt/tile/tiles/{z}/{x}/{y}.pbf?v=tiles-open'],
        minzoom: 2,
        maxzoom: 9,
        bounds: [1, 2, 3, 4],
      },
    });
    expect(Object.values(sourcesOf('places'))).toEqual([
      { type: 'geojson', data: 'https://atlas.example/api/geodata/places/?v=places-open' },
    ]);
  });

  it('gets bounds with an area, because MapLibre requests no tiles for a point on their edge', () => {
    const boundsOf = (bounds: Bounds) => {
      const tiles = { ...BUNDLE.sources['tiles']!, bounds };
      return sourcesOf('tiles', { ...BUNDLE, sources: { tiles } })['tiles'];
    };
    expect(boundsOf([16, 0, 16, 0])).toMatchObject({ bounds: [15.99999, -1e-5, 16.00001, 1e-5] });
    expect(boundsOf([1, 0, 2, 0])).toMatchObject({ bounds: [1, -1e-5, 2, 1e-5] });
  });

  it('uses the protocol for archives', () => {
    const url = 'archive://https://atlas.example/atlas/files/data/a.pmtiles?v=f1';
    expect(sourcesOf('archive')).toEqual({ archive: { type: 'vector', url } });
  });

  it('keeps addresses of other servers', () => {
    expect(sourcesOf('foreign')).toEqual({
      foreign: { type: 'raster', tiles: ['https://other.example/{z}/{x}/{y}.png'], tileSize: 256 },
    });
  });

  it('is omitted with its layers when it is off', () => {
    const style = compileStyle({ ...BUNDLE, sources: {} }, shows('tiles'), {});
    expect(style.layers.map(({ id }) => id)).toEqual(['base/day/sea']);
    expect(style.sources).toEqual({});
  });
});
