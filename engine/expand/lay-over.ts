import type { RawNode } from '../model/report.ts';
import type { Origins } from '../parse/origins.ts';

/** The keys of a mapping over those of another, each of which keeps its place in the files. */
export function layOver(under: RawNode, over: RawNode, origins: Origins): RawNode {
  const keys = keysUnder(under, over);
  const result = { ...over, ...Object.fromEntries(keys.map((key) => [key, under[key]])) };
  origins.record(result, over);
  origins.inherit(result, under, keys);
  return result;
}

/** The keys of the lower mapping that the upper one does not have. */
export function keysUnder(under: RawNode, over: RawNode): string[] {
  return Object.keys(under).filter((key) => !Object.hasOwn(over, key));
}
