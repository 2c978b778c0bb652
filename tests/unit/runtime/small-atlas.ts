import {
  BUNDLE_FORMAT,
  mergeBundles,
  type AtlasBundle,
  type BundleGroup,
  type BundleIndex,
  type BundleSublayer,
  type MapState,
} from '../../../engine/runtime.ts';

/** A sublayer with what a test says of it and plain defaults for the rest. */
export function sublayer(
  more: Partial<BundleSublayer> & Pick<BundleSublayer, 'id'>,
): BundleSublayer {
  return {
    ...{ type: 'fill', source: 'tiles', slot: 'fills', paint: {}, layout: {}, interactive: true },
    ...more,
  };
}

/** A group with what a test says of it. */
export function group(more: Partial<BundleGroup> & Pick<BundleGroup, 'id'>): BundleGroup {
  return { opacity: 1, sublayers: [sublayer({ id: 'area' })], legend: [], ...more };
}

/** The only layer that reads no source. */
const GROUND: BundleSublayer = {
  ...{ id: 'land', type: 'background', slot: 'ground' },
  ...{ paint: {}, layout: {}, interactive: false },
};

/** A bundle of an invented lagoon: the groups given, a day and a night map, one of each source. */
export function lagoon(
  groups: readonly BundleGroup[] = [],
  more: Partial<BundleIndex> = {},
): AtlasBundle {
  const index: BundleIndex = {
    ...{ format: BUNDLE_FORMAT, revision: 'r', id: 'lagoon', locale: 'en', title: 'The lagoon' },
    locales: {
      available: [
        { id: 'en', name: 'English' },
        { id: 'fr', name: 'français' },
      ],
      ...{ default: 'en', fallback: 'en', session: 'fr' },
    },
    region: { bounds: [0, 0, 9, 9], countries: [{ id: 'east', name: 'East' }] },
    home: { bounds: [0, 0, 9, 9] },
    levels: [{ id: 'friends', name: 'Friends' }],
    categories: [
      {
        ...{ id: 'all', name: 'All layers', order: 1 },
        groups: groups.map(({ id }, order) => ({ id, name: `The ${id}`, order })),
      },
    ],
    baseLayers: [
      {
        ...{ id: 'day', name: 'Day', order: 1, ground: 'light', maxzoom: 20 },
        sublayers: [
          GROUND,
          sublayer({ id: 'veil' }),
          sublayer({ id: 'rivers', type: 'line', slot: 'water' }),
          sublayer({ id: 'borders', type: 'line', slot: 'borders' }),
          sublayer({ id: 'towns', type: 'symbol', slot: 'labels' }),
        ],
      },
      { ...{ id: 'night', name: 'Night', order: 2, ground: 'dark', maxzoom: 20 }, sublayers: [] },
      {
        ...{ id: 'hosted', name: 'Streets', order: 3, ground: 'light', maxzoom: 20 },
        ...{ style: 'streets', without: ['fill-extrusion'], sublayers: [] },
      },
    ],
    hillshade: {
      checked: false,
      sublayer: sublayer({ id: 'hillshade', type: 'hillshade', source: 'relief', slot: 'ground' }),
    },
    projects: [],
    sources: {
      tiles: {
        ...{ type: 'vector', tiles: ['/api/mvt/tile/t/{z}/{x}/{y}.pbf?v=1'], dataset: 'shells' },
        ...{ minzoom: 2, maxzoom: 9, bounds: [1, 2, 3, 4] },
      },
      places: { type: 'geojson', data: '/api/geodata/places/', dataset: 'places' },
      archive: { type: 'vector', pmtiles: '/atlas/files/a.pmtiles?v=1' },
      relief: {
        ...{ type: 'raster-dem', pmtiles: '/atlas/files/relief.pmtiles', tileSize: 512 },
        encoding: 'terrarium',
      },
      foreign: { type: 'raster', tiles: ['https://other.example/{z}/{x}/{y}.png'], tileSize: 256 },
      streets: { type: 'style', url: 'https://other.example/style.json' },
    },
    groups: Object.fromEntries(groups.map((each) => [each.id, each])),
    ...{ tokens: {}, fonts: ['Noto Sans'], overlays: {}, attribution: [] },
    limits: { chunkTimeout: 1000 },
    ...more,
  };
  return mergeBundles(index, []);
}

/** The day map with the groups named switched on, top first. */
export function shows(...ids: readonly string[]): MapState {
  return {
    ...{ baseLayer: 'day', hillshade: false, project: null },
    groups: ids.map((id) => ({ id, visible: true, opacity: 1 })),
  };
}
