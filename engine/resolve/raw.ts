import { isMapping } from '../expand/check-skeleton.ts';
import type { RawNode } from '../model/report.ts';

/**
 * Readers of a checked node. Its shape was validated, so a value of the wrong type has been
 * reported already; here it counts as absent, and no fault breeds another.
 */
export function stringOf(node: RawNode, key: string): string | undefined {
  const value = node[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(node: RawNode, key: string): number | undefined {
  const value = node[key];
  return typeof value === 'number' ? value : undefined;
}

export function booleanOf(node: RawNode, key: string): boolean | undefined {
  const value = node[key];
  return typeof value === 'boolean' ? value : undefined;
}

export function mappingOf(node: RawNode, key: string): RawNode | undefined {
  const value = node[key];
  return isMapping(value) ? value : undefined;
}

export function listOf(node: RawNode, key: string): readonly unknown[] {
  const value = node[key];
  return Array.isArray(value) ? value : [];
}

export function mappingsOf(node: RawNode, key: string): readonly RawNode[] {
  return listOf(node, key).filter(isMapping);
}

export function stringsOf(node: RawNode, key: string): readonly string[] {
  const value = node[key];
  if (typeof value === 'string') return [value];
  return listOf(node, key).filter((item) => typeof item === 'string');
}

/** The entries of a mapping less the author's own notes (`x-…`). */
export function entriesOf(
  node: RawNode | undefined,
): readonly (readonly [key: string, value: unknown])[] {
  return node ? Object.entries(node).filter(([key]) => !key.startsWith('x-')) : [];
}

/** `120 s`, `2 min`, `500 ms` in milliseconds; undefined for anything else. */
export function durationOf(value: unknown): number | undefined {
  const match = typeof value === 'string' ? /^(\d+(?:\.\d+)?)\s*(ms|s|min|h)$/.exec(value) : null;
  if (!match) return undefined;
  const unit = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 }[match[2] as 'ms' | 's' | 'min' | 'h'];
  return Number(match[1]) * unit;
}
