/** An atlas with more features than a short deadline allows: points, and polygons. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAtlas, type AtlasModel } from 'atlas-engine';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { makePolygons, seededRandom } from '../../bench/geometry/polygons.ts';

export interface ManyAtlas {
  readonly configDir: string;
  readonly dataDir: string;
  remove(): void;
}

const text = (words: string) => ({ all: words });
const none = JSON.stringify({ type: 'FeatureCollection', features: [] });

/** Writes the configuration and loads the data: points all over the world, and polygons. */
export async function makeManyAtlas(count: {
  readonly points: number;
  readonly polygons: number;
}): Promise<ManyAtlas> {
  const root = mkdtempSync(join(tmpdir(), 'atlas-many-'));
  const [configDir, dataDir] = [join(root, 'config'), join(root, 'data')];
  mkdirSync(join(configDir, 'data'), { recursive: true });
  const files = { 'atlas.yaml': entry(), 'data.yaml': parts() };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(configDir, name), JSON.stringify(content));
  for (const name of ['points', 'polygons'])
    writeFileSync(join(configDir, `data/${name}.geojson`), none);
  const model = await readModel(configDir);
  const store = await openStore({ dataDir, role: 'tool' });
  const features = { points: points(count.points), polygons: makePolygons(count.polygons) };
  for (const [id, of] of Object.entries(features)) {
    const input = { kind: 'features', digest: id, features: of } as const;
    await loadDataset(model.datasets.get(id)!, input, model.levels, store);
  }
  await store.close();
  return { configDir, dataDir, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Reads the configuration. Throws its errors. */
export async function readModel(configDir: string): Promise<AtlasModel> {
  const loaded = loadAtlas(await readConfigFolder(configDir));
  if (loaded.ok) return loaded.model;
  throw new Error(loaded.diagnostics.map((one) => JSON.stringify(one)).join('\n'));
}

function* points(count: number): Generator<object> {
  const random = seededRandom(5);
  for (let i = 0; i < count; i += 1) {
    const coordinates = [random() * 300 - 150, random() * 140 - 70];
    const properties = { name: `Nyota ${i}`, people: i % 997 };
    yield { type: 'Feature', geometry: { type: 'Point', coordinates }, properties };
  }
}

function entry(): object {
  return {
    atlas: 1,
    id: 'many',
    title: text('Many'),
    locales: { available: ['en'], default: 'en', fallback: 'en', session: 'en' },
    region: { bounds: [-150, -70, 150, 70], countries: [{ id: 'ara', name: text('Arandel') }] },
    home: { bounds: [-150, -70, 150, 70] },
    permissions: { levels: [{ id: 'everyone', name: text('Everyone') }] },
    categories: [{ id: 'people', order: 10, name: text('People') }],
    attribution: [{ text: text('Invented') }],
    tools: { analyse: { order: 10, permission: 'everyone' } },
  };
}

function parts(): object {
  const fields = { points: ['name', 'people'], polygons: ['code', 'name'] };
  return {
    'base-layers': [
      {
        id: 'plain',
        order: 1,
        name: text('Plain'),
        ground: 'light',
        maxzoom: 20,
        sublayers: [{ id: 'sea', type: 'background', paint: { 'background-color': '#CFE3EE' } }],
      },
    ],
    datasets: (['points', 'polygons'] as const).map((id) => ({
      id,
      geometry: id.slice(0, -1),
      permission: 'everyone',
      load: { file: `data/${id}.geojson` },
      'allow-empty': true,
      fields: Object.fromEntries(
        fields[id].map((name) => [
          name,
          { type: name === 'people' ? 'integer' : 'text', label: text(name) },
        ]),
      ),
      feeds: {
        tiles: { name: id, minzoom: 0, maxzoom: 14 },
        wms: id,
        geojson: id,
        search: ['name'],
        analysis: true,
      },
    })),
    groups: (['points', 'polygons'] as const).map((id) => ({
      id: `${id}-map`,
      name: text(id),
      category: 'people',
      sublayers: [
        id === 'points'
          ? { id: 'map', type: 'circle', source: id, paint: { 'circle-color': '#225588' } }
          : { id: 'map', type: 'fill', source: id, paint: { 'fill-color': '#225588' } },
      ],
    })),
  };
}
