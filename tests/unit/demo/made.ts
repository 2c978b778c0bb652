import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { fromFile } from 'geotiff';
import { type Generated, generators } from '../../../demo/generators/index.ts';
import { kilometres } from '../../../demo/generators/distance.ts';
import type { Skeleton, Village } from '../../../demo/generators/skeleton/skeleton.ts';
import { NIGHTLY } from '../../size.ts';

/** Folder of the shipped atlas, whose geography the demonstration data use. */
export const CONFIG = fileURLToPath(new URL('../../../atlas.config/', import.meta.url));
const DEMO = `${CONFIG}data/demo/`;
/**
 * Timeout of a hook that generates layers, in milliseconds. Generating all layers takes a tenth of
 * this time.
 */
export const GENERATION_TIMEOUT = 300_000;

const made = new Map<string, Promise<Generated>>();

/**
 * Returns the data of a generator, once per worker: from its file, which the set-up of the tests has
 * made with this code; at night it generates them.
 */
export function make(name: string): Promise<Generated> {
  const known = made.get(name);
  if (known) return known;
  const making = NIGHTLY ? generators[name]!.generate({ configDir: CONFIG }) : read(name);
  made.set(name, making);
  return making;
}

async function read(name: string): Promise<Generated> {
  const tiff = `${DEMO}${name}.tif`;
  if (!existsSync(tiff)) return { kind: 'features', features: await makeFeatures(name) };
  const image = await (await fromFile(tiff)).getImage();
  const values = (await image.readRasters({ interleave: true })) as unknown as Uint8Array;
  const [west, south, east, north] = image.getBoundingBox();
  return {
    kind: 'raster',
    raster: {
      bounds: [west!, south!, east!, north!],
      width: image.getWidth(),
      height: image.getHeight(),
      values,
    },
  };
}

/** Returns the features of a layer from its file. */
export async function makeFeatures<T extends Feature>(name: string): Promise<T[]> {
  const text = await readFile(`${DEMO}${name}.geojson`, 'utf8');
  return (JSON.parse(text) as FeatureCollection).features as T[];
}

/** Returns the value of an attribute of every feature. */
export function valuesOf(features: readonly Feature[], field: string): unknown[] {
  return features.map(({ properties }) => properties?.[field] as unknown);
}

/** Returns the features that name their village; those of towns do not. */
export function ofVillages<T extends Feature>(features: readonly T[]): T[] {
  return features.filter(({ properties }) => properties!['village'] !== null);
}

const named = new WeakMap<Skeleton, Map<string, Village[]>>();

/** Returns the village that a feature names: of villages of one name, the nearest. */
export function villageOf(skeleton: Skeleton, { geometry, properties }: Feature): Village {
  let byName = named.get(skeleton);
  if (!byName) {
    byName = new Map();
    for (const village of skeleton.villages)
      byName.set(village.name, [...(byName.get(village.name) ?? []), village]);
    named.set(skeleton, byName);
  }
  const [lng, lat] = firstPosition(geometry);
  const far = ({ place }: Village): number => kilometres(place, [lng!, lat!]);
  return byName
    .get(String(properties!['village']))!
    .reduce((one, other) => (far(other) < far(one) ? other : one));
}

function firstPosition(geometry: Geometry): Position {
  let first: unknown = geometry.type === 'GeometryCollection' ? [] : geometry.coordinates;
  while (Array.isArray(first) && Array.isArray(first[0])) first = first[0];
  return first as Position;
}
