import { fileURLToPath } from 'node:url';
import type { Feature } from 'geojson';
import { type Generated, generators } from '../../../demo/generators/index.ts';

/** Folder of the shipped atlas, whose geography the demonstration data use. */
export const CONFIG = fileURLToPath(new URL('../../../atlas.config/', import.meta.url));
/**
 * Timeout of a hook that generates layers, in milliseconds. Generating all layers takes a tenth of
 * this time.
 */
export const GENERATION_TIMEOUT = 300_000;

const made = new Map<string, Promise<Generated>>();

/** Returns the data of a generator; generates them once per test file. */
export function make(name: string): Promise<Generated> {
  const known = made.get(name);
  if (known) return known;
  const making = generators[name]!.generate({ configDir: CONFIG });
  made.set(name, making);
  return making;
}

/** Returns the features of a generator; throws if its output is a raster. */
export async function makeFeatures<T extends Feature>(name: string): Promise<T[]> {
  const layer = await make(name);
  if (layer.kind !== 'features') throw new Error(`${name} makes no features.`);
  return [...layer.features] as T[];
}

/** Returns the value of an attribute of every feature. */
export function valuesOf(features: readonly Feature[], field: string): unknown[] {
  return features.map(({ properties }) => properties?.[field] as unknown);
}
