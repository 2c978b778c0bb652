/** Writes the data of a static site: archives of tiles, GeoJSON, and attributes of features. */
import { readFile, rm } from 'node:fs/promises';
import {
  groupBy,
  siteArchive,
  siteDetails,
  type Bounds,
  type BundleSource,
} from 'atlas-engine/runtime';
import { ANONYMOUS } from '../../server/access/asker.ts';
import { contentHash } from '../../server/http/encoded.ts';
import { decide } from '../../server/access/policies.ts';
import { writePmtiles, type Tile } from '../../server/pmtiles/write-pmtiles.ts';
import { recordPublished } from '../../host/config/published.ts';
import { writeArchive } from '../tiles/write-archive.ts';
import type { PublicServer } from './open-public.ts';
import type { SiteFolder } from './site-folder.ts';

/** The most zooms of the pictures of a raster. */
const MAX_ZOOM = 12;
const TILE_PX = 256;
/** Half the side of the square of the projection, in metres. */
const HALF = 20_037_508.342789244;
/** The highest latitude of the projection, in degrees. */
const MAX_LATITUDE = 85.0511;
/** The number of features with attributes in one file. */
const FEATURES_PER_FILE = 200;
const PAGE = 1_000;

interface Work {
  readonly server: PublicServer;
  readonly folder: SiteFolder;
  /** The file that records what is published. */
  readonly record: string;
}

/** Writes the data of the source of a dataset, and returns the source of the site. */
export async function writeSource(source: BundleSource, work: Work): Promise<BundleSource> {
  if (source.dataset === undefined) return source;
  if (source.type === 'geojson') return writeGeoJson(source, work);
  if (!('tiles' in source) || source.tiles === undefined) return source;
  const { tiles: _tiles, ...rest } = source;
  const version =
    source.type === 'vector'
      ? await writeVector(source.dataset, work)
      : await writeRaster(source, work);
  // Nothing is drawn from a dataset without features.
  if (version === null) return { ...EMPTY, dataset: source.dataset };
  return { ...rest, pmtiles: `${siteArchive(source.dataset)}?v=${version}` } as BundleSource;
}

const EMPTY = {
  type: 'geojson',
  data: 'data:application/json,{"type":"FeatureCollection","features":[]}',
} as const;

/** Writes an archive, and returns its version; null for a dataset without features. */
async function writeVector(id: string, { server, folder, record }: Work): Promise<string | null> {
  const { model, access, store } = server;
  const dataset = model.datasets.get(id)!;
  const cut = decide(access, ANONYMOUS, { dataset: id, use: 'view' });
  if (!cut.allow) throw new Error(`The dataset ${id} is not public.`);
  const out = folder.scratch('tiles');
  const entry = await writeArchive({ dataset, cut }, { model, store, out, record });
  if (entry) await folder.write(siteArchive(id), await readFile(`${out}/${entry.file}`));
  await rm(out, { recursive: true, force: true });
  return entry && entry.sha256.slice(0, 16);
}

async function writeGeoJson(
  source: Extract<BundleSource, { type: 'geojson' }>,
  { server, folder, record }: Work,
): Promise<BundleSource> {
  const { dataset = '' } = source;
  const data = `./atlas/data/${encodeURIComponent(dataset)}.geojson`;
  const cut = decide(server.access, ANONYMOUS, { dataset, use: 'view' });
  const fields = cut.allow ? cut.fields : [];
  await recordPublished(record, { dataset, file: `${dataset}.geojson`, fields });
  const content = await answerOf(server, source.data);
  await folder.write(data, content);
  return { ...source, data: `${data}?v=${contentHash(content)}` };
}

async function writeRaster(
  { dataset = '', tiles = [] }: Extract<BundleSource, { type: 'raster' | 'raster-dem' | 'vector' }>,
  { server, folder, record }: Work,
): Promise<string | null> {
  const raster = await server.store.raster(dataset);
  if (!raster) return null;
  const { bounds, width } = raster;
  const cell = (bounds[2] - bounds[0]) / width;
  const wanted = Math.ceil(Math.log2(360 / (TILE_PX * cell)));
  const maxzoom = Math.max(0, Math.min(MAX_ZOOM, wanted));
  const pictures: Tile[] = [];
  for (let z = 0; z <= maxzoom; z++)
    for (const { x, y } of tilesIn(bounds, z)) {
      const address = tiles[0]!.replace('{bbox-epsg-3857}', boxOf(z, x, y).join());
      pictures.push({ z, x, y, data: await answerOf(server, address) });
    }
  const file = folder.scratch('pmtiles');
  await recordPublished(record, { dataset, file: `${dataset}.pmtiles`, fields: [] });
  writePmtiles(file, { tiles: pictures, tileType: 'png', bounds, metadata: { name: dataset } });
  const archive = await readFile(file);
  await folder.write(siteArchive(dataset), archive);
  await rm(file);
  return contentHash(archive);
}

function* tilesIn([west, south, east, north]: Bounds, z: number) {
  const side = 2 ** z;
  const column = (lng: number): number => ((lng + 180) / 360) * side;
  const row = (lat: number): number => {
    const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180;
    return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side;
  };
  const within = (value: number): number => Math.max(0, Math.min(side - 1, Math.floor(value)));
  for (let y = within(row(north)); y <= within(row(south)); y++)
    for (let x = within(column(west)); x <= within(column(east)); x++) yield { x, y };
}

/** Returns the box of a tile in metres: west, south, east, north. */
function boxOf(z: number, x: number, y: number): readonly number[] {
  const side = (2 * HALF) / 2 ** z;
  const [west, north] = [x * side - HALF, HALF - y * side];
  return [west, north - side, west + side, north];
}

/** Writes the attributes of the features of a dataset, and returns the number of files. */
export async function writeDetails(dataset: string, { server, folder }: Work): Promise<number> {
  const { access, store } = server;
  const cut = decide(access, ANONYMOUS, { dataset, use: 'view' });
  if (!cut.allow) throw new Error(`The dataset ${dataset} is not public.`);
  const { fields } = cut;
  const features: { readonly id: number; readonly properties: object }[] = [];
  for (let after = -1; ;) {
    const page = await store.page({ dataset, fields, limit: PAGE, ...(after >= 0 && { after }) });
    for (const { id, properties } of page) {
      const known = fields
        .map((field) => [field, properties[field] ?? null] as const)
        .filter(([, value]) => value !== null);
      features.push({ id, properties: Object.fromEntries(known) });
    }
    if (page.length < PAGE) break;
    after = page.at(-1)!.id;
  }
  const files = Math.max(1, Math.ceil(features.length / FEATURES_PER_FILE));
  const contents = groupBy(features, ({ id }) => siteDetails(dataset, String(id), files));
  for (const [address, some] of contents)
    await folder.write(address, JSON.stringify(Object.fromEntries(some.map((f) => [f.id, f]))));
  return files;
}

/** Returns what the server answers to everyone. Throws for anything but success. */
export async function answerOf({ app }: Pick<PublicServer, 'app'>, url: string): Promise<Buffer> {
  const { statusCode, rawPayload } = await app.inject({ url });
  if (statusCode === 200) return rawPayload;
  throw new Error(`The server answered ${statusCode} to ${url}.`);
}
