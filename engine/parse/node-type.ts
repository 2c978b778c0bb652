import { isRecord } from '../http/is-record.ts';
import type { RawNode } from '../model/report.ts';

/** Returns whether a value is a YAML mapping. */
export function isMapping(value: unknown): value is RawNode {
  return isRecord(value);
}

/** Returns the type of a value in words for authors. */
export function nameOfType(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return 'true or false';
  return 'a number';
}
