import { schemas } from '../../../schemas/index.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import { isMapping, nameOfType } from '../../expand/check-skeleton.ts';
import type { StyleValue } from '../../model/model.ts';
import type { RawNode, Report } from '../../model/report.ts';
import type { ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import type { Inner } from './resolve-short-forms.ts';

/** Resolves `by-zoom`. Diagnostics: `zoom-out-of-range`, those of stops. */
export function ofZooms(
  value: RawNode,
  inner: Inner,
  { nodes, report }: ResolveContext,
): StyleValue | undefined {
  const stops = stopsOf(value, 'by-zoom', inner, report);
  if (!stops) return undefined;
  const result: StyleValue = { kind: 'by-zoom', stops };
  nodes.set(result, value);
  return result;
}

const BODY_KEYS = Object.keys(
  schemas['short-form'].$defs['by-value'].properties['by-value'].properties,
);

/** Resolves `by-value`. Diagnostics: `wrong-type`, `unknown-key`, `missing-key`, those of stops. */
export function ofNumbers(
  value: RawNode,
  inner: Inner,
  { nodes, report }: ResolveContext,
): StyleValue | undefined {
  const body = value['by-value'];
  if (!isMapping(body)) {
    const expected = 'a mapping with `field` and `stops`';
    const params = { key: 'by-value', expected, found: nameOfType(body) };
    report.error('wrong-type', { node: value, key: 'by-value' }, params);
    return undefined;
  }
  for (const [key] of entriesOf(body)) {
    const params = { key, nearest: suggest(key, BODY_KEYS), known: BODY_KEYS };
    if (!BODY_KEYS.includes(key))
      report.error('unknown-key', { node: body, key, part: 'key' }, params);
  }
  const { field } = body;
  if (typeof field !== 'string') {
    const params = { key: 'field', parent: '`by-value`' };
    report.error('missing-key', { node: value, key: 'by-value', part: 'key' }, params);
    return undefined;
  }
  const stops = stopsOf(body, 'stops', inner, report);
  if (!stops) return undefined;
  const result: StyleValue = { kind: 'by-value', field, stops };
  nodes.set(result, body);
  return result;
}

type Stop = readonly [number: number, value: StyleValue];

/** Resolves stops, sorted. Diagnostics: `wrong-type`, `bad-stop`, `nested-zoom`, `empty-stops`. */
function stopsOf(
  owner: RawNode,
  key: 'by-zoom' | 'stops',
  inner: Inner,
  report: Report,
): Stop[] | undefined {
  const raw = owner[key];
  if (!isMapping(raw)) {
    const expected = 'a mapping from number to value, such as { 5: 1, 16: 15 }';
    const params = { key, expected, found: nameOfType(raw) };
    report.error('wrong-type', { node: owner, key }, params);
    return undefined;
  }
  const entries = entriesOf(raw);
  if (entries.length === 0) report.error('empty-stops', { node: owner, key, part: 'key' }, { key });
  const stops = entries.flatMap(([name, item]): [Stop] | [] => {
    const place = { node: raw, key: name };
    const number = Number(name);
    if (name.trim() === '' || !Number.isFinite(number)) {
      report.error('bad-stop', { ...place, part: 'key' }, { found: name, key });
      return [];
    }
    const value = inner(item, place);
    if (!value) return [];
    if (value.kind === 'by-zoom') {
      report.error('nested-zoom', place, {});
      return [];
    }
    if (key === 'by-zoom' && (number < 0 || number > 24))
      report.error('zoom-out-of-range', { ...place, part: 'key' }, { found: number });
    return [[number, value]];
  });
  return stops.length === 0 ? undefined : stops.sort(([a], [b]) => a - b);
}
