/** The data that both servers draw: 20 000 generated polygons in the colours of their kinds. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePolygons } from '../geometry/polygons.ts';

export const POLYGONS_COUNT = 20_000;

/** Colour of each kind of polygon: red, green and blue. */
export const COLORS: Readonly<Record<string, readonly [number, number, number]>> = {
  forest: [40, 120, 60],
  farm: [220, 190, 80],
  water: [60, 120, 200],
  town: [200, 60, 60],
  grass: [150, 200, 90],
  marsh: [90, 160, 160],
  rock: [130, 130, 130],
  road: [60, 60, 60],
};

/** Folders of a scene. All are below `folder`, which the caller removes. */
export interface Scene {
  readonly folder: string;
  readonly configDir: string;
  readonly geojson: string;
}

/** Writes the polygons, and an atlas with one group that draws them. */
export function writeScene(): Scene {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-bench-wms-'));
  const configDir = join(folder, 'config');
  mkdirSync(join(configDir, 'data'), { recursive: true });
  const geojson = join(configDir, 'data', 'parcels.geojson');
  const features = makePolygons(POLYGONS_COUNT);
  writeFileSync(geojson, JSON.stringify({ type: 'FeatureCollection', features }));
  writeFileSync(join(configDir, 'atlas.yaml'), JSON.stringify(atlas()));
  return { folder, configDir, geojson };
}

function atlas(): object {
  const all = (text: string) => ({ all: text });
  return {
    atlas: 1,
    id: 'bench',
    title: all('Bench'),
    locales: { available: ['en'], default: 'en', fallback: 'en', session: 'en' },
    region: { bounds: [8, -14, 32, 12], countries: [{ id: 'ara', name: all('Arandel') }] },
    home: { bounds: [8, -14, 32, 12] },
    permissions: { levels: [{ id: 'everyone', name: all('Everyone') }] },
    categories: [{ id: 'land', order: 1, name: all('Land') }],
    'base-layers': [
      {
        id: 'plain',
        order: 1,
        name: all('Plain'),
        ground: 'light',
        maxzoom: 20,
        sublayers: [{ id: 'sea', type: 'background', paint: { 'background-color': '#FFFFFF' } }],
      },
    ],
    datasets: [
      {
        id: 'parcels',
        geometry: 'polygon',
        permission: 'everyone',
        load: { file: 'data/parcels.geojson' },
        key: 'code',
        fields: {
          code: { type: 'text', label: all('Code') },
          kind: { type: 'text', label: all('Kind') },
        },
        feeds: { tiles: { name: 'parcels', minzoom: 2, maxzoom: 12 }, wms: true },
      },
    ],
    classes: [
      {
        id: 'kinds',
        field: 'kind',
        values: Object.entries(COLORS).map(([value, color]) => ({
          value,
          label: all(value),
          color: `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`,
        })),
        default: 'none',
      },
    ],
    groups: [
      {
        id: 'parcels',
        name: all('Parcels'),
        category: 'land',
        sublayers: [
          {
            id: 'area',
            type: 'fill',
            source: 'parcels',
            paint: { 'fill-color': { classes: 'kinds' } },
          },
        ],
      },
    ],
    attribution: [{ text: all('Made') }],
  };
}
