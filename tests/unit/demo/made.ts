import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Feature, FeatureCollection } from 'geojson';
import { type Generated, generators } from '../../../demo/generators/index.ts';

/** Folder of the shipped atlas, whose geography the demonstration data use. */
export const CONFIG = fileURLToPath(new URL('../../../atlas.config/', import.meta.url));
/**
 * Timeout of a hook that generates layers, in milliseconds. Generating all layers takes a tenth of
 * this time.
 */
export const GENERATION_TIMEOUT = 300_000;

const made = new Map<string, Promise<Generated>>();

/** Returns the data of a generator; generates them once per worker. */
export function make(name: string): Promise<Generated> {
  const known = made.get(name);
  if (known) return known;
  const making = generators[name]!.generate({ configDir: CONFIG });
  made.set(name, making);
  return making;
}

/**
 * Returns the features of a layer from its file, which is much faster than generating them.
 * `layers.test.ts` proves that every generator gives the bytes of its file.
 */
export async function makeFeatures<T extends Feature>(name: string): Promise<T[]> {
  const text = await readFile(`${CONFIG}data/demo/${name}.geojson`, 'utf8');
  return (JSON.parse(text) as FeatureCollection).features as T[];
}

/** Returns the value of an attribute of every feature. */
export function valuesOf(features: readonly Feature[], field: string): unknown[] {
  return features.map(({ properties }) => properties?.[field] as unknown);
}
