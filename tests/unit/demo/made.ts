import { fileURLToPath } from 'node:url';
import type { Feature } from 'geojson';
import { type Generated, generators } from '../../../demo/generators/index.ts';

/** Folder of the shipped atlas, whose geography the demonstration data stand on. */
export const CONFIG = fileURLToPath(new URL('../../../atlas.config/', import.meta.url));
/** Milliseconds that making layers may take in a hook; all of them take a tenth. */
export const GENERATION_TIMEOUT = 300_000;

const made = new Map<string, Promise<Generated>>();

/** What a generator makes, made once for each test file. */
export function make(name: string): Promise<Generated> {
  const known = made.get(name);
  if (known) return known;
  const making = generators[name]!.generate({ configDir: CONFIG });
  made.set(name, making);
  return making;
}

/** The features a generator makes; throws when it makes a raster. */
export async function makeFeatures<T extends Feature>(name: string): Promise<T[]> {
  const layer = await make(name);
  if (layer.kind !== 'features') throw new Error(`${name} makes no features.`);
  return [...layer.features] as T[];
}

/** What stands under one key in every feature. */
export function valuesOf(features: readonly Feature[], field: string): unknown[] {
  return features.map(({ properties }) => properties?.[field] as unknown);
}
