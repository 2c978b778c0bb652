import type { RawNode } from '../model/report.ts';
import type { Origins } from '../parse/origins.ts';

/** Merges two mappings; keys of `over` take precedence. Every key keeps its place in the files. */
export function layOver(under: RawNode, over: RawNode, origins: Origins): RawNode {
  const keys = keysUnder(under, over);
  const result = { ...over, ...Object.fromEntries(keys.map((key) => [key, under[key]])) };
  origins.record(result, over);
  origins.inherit(result, under, keys);
  return result;
}

/** Returns the keys of `under` that `over` does not have. */
export function keysUnder(under: RawNode, over: RawNode): string[] {
  return Object.keys(under).filter((key) => !Object.hasOwn(over, key));
}
