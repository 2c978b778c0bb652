import type { FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AtlasModel, FileFacts } from 'atlas-engine';
import type { Bounds } from '../../server/store/store.ts';
import { boxOf, kindOf } from '../../server/load/data-facts.ts';
import { openFile, readOpenFile } from '../../server/load/files/read-bytes.ts';
import { parseGeoJson } from '../../server/load/files/geojson.ts';
import { UnreadableData } from 'atlas-engine/readers';
import { HEADER_BYTES, isArchive, readArchive } from '../../server/pmtiles/read-header.ts';

/**
 * Reads the files that sources and drivers name and that browsers receive unchanged, and returns their
 * facts by path. Missing files, which other checks report, are left out.
 */
export async function inspectFiles(
  model: AtlasModel,
  configDir: string,
): Promise<ReadonlyMap<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  for (const path of filesNamed(model)) {
    const name = basename(path);
    const file = await openFile(join(configDir, path), name).catch(() => null);
    if (!file) continue;
    try {
      facts.set(path, await inspect(file, name));
    } finally {
      await file.close();
    }
  }
  return facts;
}

function filesNamed({ sources, datasets }: AtlasModel): Set<string> {
  const files = new Set<string>();
  for (const { file } of sources.values()) if (file !== undefined) files.add(file);
  for (const { driver } of datasets.values()) if ('file' in driver) files.add(driver.file);
  return files;
}

/** First bytes of formats that the map does not support, with their names. */
const BEGINNINGS: readonly (readonly [bytes: string, what: string])[] = [
  ['\x89PNG', 'png'],
  ['\xff\xd8\xff', 'jpeg'],
  ['GIF8', 'gif'],
  ['RIFF', 'webp'],
  ['II*\0', 'tiff'],
  ['II+\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['MM\0+', 'tiff'],
  ['SQLite format 3\0', 'mbtiles'],
  ['PK\x03\x04', 'zip'],
  ['\x1f\x8b', 'gzip'],
  ['\0\0\x27\x0a', 'shapefile'],
  ['PMTiles', 'old-archive'],
];

async function inspect(file: FileHandle, name: string): Promise<FileFacts> {
  const beginning = Buffer.alloc(HEADER_BYTES);
  const { bytesRead } = await file.read(beginning, 0, HEADER_BYTES, 0);
  if (bytesRead === 0) return { kind: 'other', what: 'empty' };
  if (isArchive(beginning)) {
    try {
      return await readArchive(file, beginning);
    } catch {
      return { kind: 'other', what: 'damaged-archive' };
    }
  }
  const text = beginning.toString('latin1');
  const known = BEGINNINGS.find(([bytes]) => text.startsWith(bytes));
  if (known) return { kind: 'other', what: known[1] };
  try {
    return inspectJson(await readOpenFile(file, name), name);
  } catch (error) {
    if (!(error instanceof UnreadableData)) throw error;
    return { kind: 'other', what: 'unknown', reason: error.message };
  }
}

function inspectJson(bytes: Buffer, name: string): FileFacts {
  try {
    return featureFacts(parseGeoJson(bytes, name));
  } catch (error) {
    if (!(error instanceof UnreadableData)) throw error;
    return isStyle(bytes)
      ? { kind: 'style' }
      : { kind: 'other', what: 'unknown', reason: error.message };
  }
}

function isStyle(bytes: Buffer): boolean {
  try {
    const { version, layers } = Object(JSON.parse(bytes.toString('utf8'))) as Record<
      string,
      unknown
    >;
    return version === 8 && Array.isArray(layers);
  } catch {
    return false;
  }
}

function featureFacts(features: readonly unknown[]): FileFacts {
  const kinds: Record<string, number> = {};
  const fields = new Map<string, number>();
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  let multipart = 0;
  for (const feature of features) {
    const { geometry, properties } = Object(feature) as Record<string, unknown>;
    const kind = kindOf(geometry);
    if (partsOf(geometry) > 1) multipart++;
    if (kind !== undefined) kinds[kind] = (kinds[kind] ?? 0) + 1;
    const [west, south, east, north] = boxOf(geometry);
    bounds[0] = Math.min(bounds[0], west);
    bounds[1] = Math.min(bounds[1], south);
    bounds[2] = Math.max(bounds[2], east);
    bounds[3] = Math.max(bounds[3], north);
    for (const [name, value] of Object.entries(Object(properties) as object))
      fields.set(name, (fields.get(name) ?? 0) + (value === null || value === '' ? 0 : 1));
  }
  return {
    kind: 'features',
    count: features.length,
    kinds,
    multipart,
    fields: Object.fromEntries(fields),
    bounds: bounds[0] <= bounds[2] ? (bounds as Bounds) : null,
  };
}

/** Returns the number of polygons in a geometry. */
function partsOf(geometry: unknown): number {
  const { type, coordinates, geometries } = Object(geometry) as Record<string, unknown>;
  if (Array.isArray(geometries))
    return geometries.reduce<number>((sum, each) => sum + partsOf(each), 0);
  if (type === 'MultiPolygon' && Array.isArray(coordinates)) return coordinates.length;
  return type === 'Polygon' ? 1 : 0;
}
