import { Color as StyleColor } from '@maplibre/maplibre-gl-style-spec';
import { isMapping } from '../expand/check-skeleton.ts';
import type { ClassEntry, ClassList, Color, Text } from '../model/model.ts';
import type { RawNode, Target } from '../model/report.ts';
import { lookUp, type ResolveContext } from './context.ts';
import { suggest } from '../diagnostics/suggest.ts';
import { resolveIcon } from './resolve-icon.ts';
import { entriesOf, listOf, mappingOf, mappingsOf, stringOf } from './raw.ts';

type ClassContext = Pick<
  ResolveContext,
  'report' | 'texts' | 'tokens' | 'locales' | 'nodes' | 'broken' | 'folder' | 'icons'
>;

/**
 * Resolves one class list. Diagnostics: `duplicate-class-value`, `unknown-default-class`,
 * `bad-color`, `steps-not-ascending`, `unknown-token`, `icon-missing`, those of texts.
 */
export function resolveClassList(raw: RawNode, context: ClassContext): ClassList | undefined {
  const id = stringOf(raw, 'id');
  if (id === undefined) return undefined;
  const list =
    'ramp' in raw
      ? ramp(id, raw, context)
      : 'steps' in raw
        ? steps(id, raw, context)
        : values(id, raw, context);
  context.nodes.set(list, raw);
  return list;
}

function values(id: string, raw: RawNode, context: ClassContext): ClassList {
  const entries = withoutDuplicates(
    mappingsOf(raw, 'values').map((entry) => classEntry(entry, context)),
    id,
    context,
  );
  return {
    kind: 'values',
    id,
    field: stringOf(raw, 'field') ?? '',
    entries,
    default: fallback(raw, 'default', entries, context) as ClassEntry | null,
    missing: 'missing' in raw ? fallback(raw, 'missing', entries, context) : 'default',
  };
}

function steps(id: string, raw: RawNode, context: ClassContext): ClassList {
  const pairs = pairsOf(raw, 'steps', context);
  const unit = context.texts.resolveOptional(raw, 'unit');
  const missing = 'missing' in raw ? fallback(raw, 'missing', [], context) : null;
  return {
    kind: 'steps',
    id,
    field: stringOf(raw, 'field') ?? '',
    steps: pairs,
    missing: missing === 'default' ? null : missing,
    ...(unit ? { unit } : {}),
  };
}

function ramp(id: string, raw: RawNode, context: ClassContext): ClassList {
  const unit = context.texts.resolveOptional(raw, 'unit');
  return { kind: 'ramp', id, stops: pairsOf(raw, 'ramp', context), ...(unit ? { unit } : {}) };
}

function pairsOf(raw: RawNode, key: string, context: ClassContext): [number, Color][] {
  const pairs: [number, Color][] = [];
  listOf(raw, key).forEach((pair: unknown, i) => {
    if (!Array.isArray(pair) || typeof pair[0] !== 'number') return;
    const color = resolveColor(pair[1], pair, 1, context);
    const last = pairs.at(-1);
    if (last && pair[0] <= last[0]) {
      context.report.error(
        'steps-not-ascending',
        { node: listOf(raw, key) as object, key: i },
        { found: pair[0], after: last[0] },
      );
    } else pairs.push([pair[0], color ?? UNKNOWN_COLOR]);
  });
  return pairs;
}

/** Stands for a colour that was reported, so that it is not missed a second time. */
const UNKNOWN_COLOR: Color = { light: '#000000', dark: '#000000' };

function classEntry(raw: RawNode, context: ClassContext, label?: Text): ClassEntry {
  const value = raw['value'];
  const spellings = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const shades: Record<string, Color> = {};
  if ('shades' in raw)
    for (const [name, color] of entriesOf(mappingOf(raw, 'shades'))) {
      const resolved = resolveColor(color, raw['shades'] as object, name, context);
      if (resolved) shades[name] = resolved;
    }
  const name = stringOf(raw, 'icon');
  const icon =
    name === undefined ? undefined : resolveIcon(name, { node: raw, key: 'icon' }, context);
  const entry: ClassEntry = {
    values: spellings.filter((item) => ['string', 'number', 'boolean'].includes(typeof item)) as (
      string | number | boolean
    )[],
    color:
      'color' in raw ? (resolveColor(raw['color'], raw, 'color', context) ?? UNKNOWN_COLOR) : null,
    shades,
    label: label ?? context.texts.resolve(raw, 'label'),
    ...(icon === undefined ? {} : { icon }),
  };
  if ('hatch' in raw)
    context.report.warn(
      'not-read-yet',
      { node: raw, key: 'hatch', part: 'key' },
      {
        found: 'hatch',
        instead: 'The class is drawn with its `color`; remove `hatch` until then.',
      },
    );
  context.nodes.set(entry, raw);
  return entry;
}

/** The entries with each value in the first class that names it; the second is reported. */
function withoutDuplicates(
  entries: readonly ClassEntry[],
  id: string,
  context: ClassContext,
): ClassEntry[] {
  const first = new Map<string, ClassEntry>();
  return entries.map((entry) => {
    const own = entry.values.filter((value) => {
      const key = `${typeof value}:${value}`;
      const other = first.get(key);
      if (!other) first.set(key, entry);
      else
        context.report.error(
          'duplicate-class-value',
          placeOfValue(context.nodes.get(entry)!, value),
          { value: String(value), classes: id },
          [
            {
              target: placeOfValue(context.nodes.get(other)!, value),
              note: 'first-defined-here',
            },
          ],
        );
      return !other;
    });
    if (own.length === entry.values.length) return entry;
    const rest = { ...entry, values: own };
    context.nodes.set(rest, context.nodes.get(entry)!);
    return rest;
  });
}

function placeOfValue(raw: RawNode, value: unknown): Target {
  const list = raw['value'];
  return Array.isArray(list)
    ? { node: list, key: list.indexOf(value) }
    : { node: raw, key: 'value' };
}

/** `default` and `missing`: `none`, the value of one of the classes, or a class of its own. */
function fallback(
  raw: RawNode,
  key: 'default' | 'missing',
  entries: readonly ClassEntry[],
  context: ClassContext,
): ClassEntry | null | 'default' {
  const value = raw[key];
  if (value === undefined || value === 'none') return null;
  if (value === 'default' && key === 'missing') return 'default';
  if (isMapping(value)) return classEntry(value, context);
  const entry = entries.find((candidate) => candidate.values.includes(value as string));
  if (!entry) {
    const known = entries.map((candidate) => String(candidate.values[0]));
    context.report.error(
      'unknown-default-class',
      { node: raw, key },
      {
        key,
        found: String(value),
        nearest: suggest(String(value), ['none', ...known]) ?? '',
        known,
      },
    );
  }
  return entry ?? null;
}

/** How nearly every colour is written; parsing the others takes ten times as long. */
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Whether MapLibre reads the text as a colour. */
export function isColor(text: string): boolean {
  return HEX.test(text) || StyleColor.parse(text) !== undefined;
}

/** A colour, `{ light, dark }` or `{ token }` as values by ground; undefined when reported. */
function resolveColor(
  value: unknown,
  node: object,
  key: string | number,
  context: Pick<ClassContext, 'report' | 'tokens' | 'broken'>,
): Color | undefined {
  if (typeof value === 'string') {
    if (isColor(value)) return { light: value, dark: value };
    context.report.error('bad-color', { node, key }, { found: value });
    return undefined;
  }
  if (!isMapping(value)) {
    context.report.error('bad-color', { node, key }, { found: String(value) });
    return undefined;
  }
  if (typeof value['token'] === 'string') {
    const token = lookUp(
      context.tokens,
      value['token'],
      'token',
      { node: value, key: 'token' },
      context,
    );
    if (!token) return undefined;
    return Object.fromEntries(
      Object.entries(token).map(([ground, color]) => [ground, String(color)]),
    );
  }
  const missing = ['light', 'dark'].find((ground) => !(ground in value));
  if (missing) {
    context.report.error('ground-missing', { node, key }, { ground: missing });
    return undefined;
  }
  const result: Record<string, string> = {};
  for (const [ground, color] of entriesOf(value)) {
    if (typeof color === 'string' && isColor(color)) result[ground] = color;
    else context.report.error('bad-color', { node: value, key: ground }, { found: String(color) });
  }
  return 'light' in result && 'dark' in result ? result : undefined;
}
