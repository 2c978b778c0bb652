import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import {
  compileStyle,
  type Bounds,
  type BundleSource,
  type MapState,
} from '../../../engine/runtime.ts';
import { group, lagoon, shows, sublayer } from './small-atlas.ts';

const ids = (style: StyleSpecification): string[] => style.layers.map(({ id }) => id);

describe('the order of a style', () => {
  const bundle = lagoon([
    group({
      id: 'fish',
      sublayers: [
        sublayer({ id: 'area' }),
        sublayer({ id: 'edge', type: 'line', slot: 'lines' }),
        sublayer({ id: 'name', type: 'symbol', slot: 'labels' }),
      ],
    }),
    group({ id: 'shells', sublayers: [sublayer({ id: 'dot', type: 'circle', slot: 'points' })] }),
  ]);

  it('puts fills under rivers, rivers under lines, borders under points, towns over all labels', () => {
    const state: MapState = { ...shows('shells', 'fish'), hillshade: true };
    expect(ids(compileStyle(bundle, state, {}))).toEqual([
      'base/day/land',
      'hillshade/hillshade/hillshade',
      'base/day/veil',
      'group/fish/area',
      'base/day/rivers',
      'group/fish/edge',
      'base/day/borders',
      'group/shells/dot',
      'group/fish/name',
      'base/day/towns',
    ]);
  });

  it('passes over groups whose content is not here', () => {
    const style = compileStyle(bundle, shows('unknown', 'shells'), {});
    expect(ids(style).filter((id) => id.startsWith('group/'))).toEqual(['group/shells/dot']);
  });

  it('draws the first base map when another is asked for', () => {
    const style = compileStyle(bundle, { ...shows(), baseLayer: 'gone' }, {});
    expect(ids(style)).toContain('base/day/land');
  });
});

describe('a hosted style', () => {
  const document: StyleSpecification = {
    version: 8,
    glyphs: 'https://other.example/{fontstack}/{range}.pbf',
    sprite: 'https://other.example/sprite',
    sources: {
      osm: { type: 'vector', tiles: ['https://other.example/{z}/{x}/{y}.pbf'] },
      buildings: { type: 'vector', tiles: ['https://other.example/b/{z}/{x}/{y}.pbf'] },
    },
    layers: [
      { id: 'ground', type: 'background' },
      { id: 'roads', type: 'line', source: 'osm', 'source-layer': 'roads' },
      { id: 'names', type: 'symbol', source: 'osm', 'source-layer': 'names' },
      { id: 'over', type: 'line', source: 'osm', 'source-layer': 'over' },
      { id: 'houses', type: 'fill-extrusion', source: 'buildings', 'source-layer': 'b' },
    ],
  };
  const bundle = lagoon([
    group({ id: 'fish', sublayers: [sublayer({ id: 'name', type: 'symbol', slot: 'labels' })] }),
  ]);
  const state = { ...shows('fish'), baseLayer: 'hosted' };

  it('has the data under its first symbol layer, its ids prefixed, some types left out', () => {
    const style = compileStyle(bundle, state, { documents: { streets: document } });
    expect(ids(style)).toEqual([
      'hosted/hosted/ground',
      'hosted/hosted/roads',
      'group/fish/name',
      'hosted/hosted/names',
      'hosted/hosted/over',
    ]);
    expect(Object.keys(style.sources)).toEqual(['hosted/hosted/osm', 'tiles']);
    expect(style.layers[1]).toMatchObject({ source: 'hosted/hosted/osm' });
    expect(style).toMatchObject({ glyphs: document.glyphs, sprite: document.sprite });
  });

  it('leaves the data alone on the map while its document is not here', () => {
    expect(ids(compileStyle(bundle, state, {}))).toEqual(['group/fish/name']);
  });
});

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

describe('a hidden group', () => {
  it('keeps layers over tiles, and leaves with what MapLibre would fetch unseen', () => {
    const bundle = lagoon([
      group({
        id: 'fish',
        sublayers: [
          sublayer({ id: 'tiled' }),
          sublayer({ id: 'listed', source: 'places' }),
          sublayer({ id: 'archived', source: 'archive' }),
        ],
      }),
    ]);
    const state = {
      ...shows(),
      baseLayer: 'night',
      groups: [{ id: 'fish', visible: false, opacity: 1 }],
    };
    const style = compileStyle(bundle, state, {});
    expect(ids(style)).toEqual(['group/fish/tiled']);
    expect(style.layers[0]).toHaveProperty('layout', { visibility: 'none' });
    expect(Object.keys(style.sources)).toEqual(['tiles']);
  });
});

describe('the opacity of a group', () => {
  const layersAt = (opacity: number, paint: Record<string, never>, type: 'fill' | 'symbol') =>
    compileStyle(
      lagoon([group({ id: 'g', sublayers: [sublayer({ id: 'a', type, paint })] })]),
      { ...shows(), baseLayer: 'night', groups: [{ id: 'g', visible: true, opacity }] },
      {},
    ).layers[0]?.paint;

  it('is written where none was declared', () => {
    expect(layersAt(0.5, {}, 'fill')).toEqual({ 'fill-opacity': 0.5 });
    expect(layersAt(1, {}, 'fill')).toBeUndefined();
  });

  it('leaves labels as strong as they are', () => {
    expect(layersAt(0.5, {}, 'symbol')).toBeUndefined();
  });

  it('is multiplied into the outputs of zoom stops, whose outermost form stays', () => {
    const stops = ['interpolate', ['linear'], ['zoom'], 5, 0.4, 8, 0.12] as never;
    expect(layersAt(0.5, { 'fill-opacity': stops }, 'fill')).toEqual({
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 5, 0.2, 8, 0.06],
    });
  });
});
