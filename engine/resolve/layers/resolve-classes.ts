import type * as Config from '../../../schemas/config.g.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import type { ClassEntry, ClassList, Color, WrittenClasses } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { present } from '../../basics/present.ts';
import { withLooks } from '../../values/looks.ts';
import type { ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { resolveColor } from '../values/resolve-color.ts';
import { resolveIcon } from '../values/resolve-icon.ts';

type RawEntry = NonNullable<Config.ClassList['values']>[number];
/** A class for values outside all classes. */
type RawFallback = Omit<RawEntry, 'value'> & { readonly value?: RawEntry['value'] };

/**
 * Resolves one class list. Diagnostics: `duplicate-class-value`, `unknown-default-class`,
 * `bad-color`, `steps-not-ascending`, `unknown-token`, `icon-missing`, those of texts.
 */
export function resolveClassList(raw: Config.ClassList, context: ResolveContext): ClassList {
  const list = withLooks(listOf(raw, context));
  context.nodes.set(list, raw);
  return list;
}

function listOf(raw: Config.ClassList, context: ResolveContext): WrittenClasses {
  const { id, field = '' } = raw;
  const unit = context.texts.resolveOptional(raw, 'unit');
  if (raw.ramp) return present({ kind: 'ramp', id, stops: pairsOf(raw.ramp, context), unit });
  if (raw.steps) {
    const steps = pairsOf(raw.steps, context);
    const missing = raw.missing === 'default' ? null : fallback(raw, 'missing', [], context);
    return present({ kind: 'steps', id, field, steps, missing, unit });
  }
  const written = (raw.values ?? []).map((entry) => classEntry(entry, context));
  const entries = withoutDuplicates(written, id, context);
  return {
    kind: 'values',
    id,
    field,
    entries,
    default: fallback(raw, 'default', entries, context),
    missing:
      (raw.missing ?? 'default') === 'default'
        ? 'default'
        : fallback(raw, 'missing', entries, context),
  };
}

function pairsOf(
  raw: readonly [number, Config.Color][],
  context: ResolveContext,
): [number, Color][] {
  const pairs: [number, Color][] = [];
  raw.forEach((pair, i) => {
    const [from, written] = pair;
    const color = resolveColor(written, { node: pair, key: 1 }, context);
    const last = pairs.at(-1);
    if (last && from <= last[0]) {
      const params = { found: from, after: last[0] };
      context.report.error('steps-not-ascending', { node: raw, key: i }, params);
    } else pairs.push([from, color]);
  });
  return pairs;
}

function classEntry(raw: RawFallback, context: ResolveContext): ClassEntry {
  const { value = [] } = raw;
  const at = (key: keyof RawFallback): Target => ({ node: raw, key });
  const shades: Record<string, Color> = {};
  for (const [name, color] of entriesOf(raw.shades))
    shades[name] = resolveColor(color, { node: raw.shades!, key: name }, context);
  const icon = raw.icon === undefined ? undefined : resolveIcon(raw.icon, at('icon'), context);
  const entry: ClassEntry = {
    values: Array.isArray(value) ? value : [value],
    color: raw.color === undefined ? null : resolveColor(raw.color, at('color'), context),
    shades,
    label: context.texts.resolve(raw, 'label'),
    ...present({ icon }),
  };
  if (raw.hatch !== undefined) {
    const instead = 'The class is drawn with its `color`; remove `hatch` until then.';
    const target = { ...at('hatch'), part: 'key' } as const;
    context.report.warn('not-read-yet', target, { found: 'hatch', instead });
  }
  context.nodes.set(entry, raw);
  return entry;
}

/** Removes repeated values: each value stays in its first class, and others are reported. */
function withoutDuplicates(
  entries: readonly ClassEntry[],
  id: string,
  { nodes, report }: ResolveContext,
): ClassEntry[] {
  const first = new Map<string, ClassEntry>();
  return entries.map((entry) => {
    const own = entry.values.filter((value) => {
      const key = `${typeof value}:${value}`;
      const other = first.get(key);
      if (!other) first.set(key, entry);
      else {
        const target = placeOfValue(nodes.get(other)!, value);
        report.error(
          'duplicate-class-value',
          placeOfValue(nodes.get(entry)!, value),
          { value: String(value), classes: id },
          [{ target, note: 'first-defined-here' }],
        );
      }
      return !other;
    });
    if (own.length === entry.values.length) return entry;
    const rest = { ...entry, values: own };
    nodes.set(rest, nodes.get(entry)!);
    return rest;
  });
}

function placeOfValue(raw: object, value: Config.Scalar): Target {
  const list: unknown = 'value' in raw ? raw.value : null;
  return Array.isArray(list)
    ? { node: list, key: list.indexOf(value) }
    : { node: raw, key: 'value' };
}

/**
 * Resolves `default` and `missing`: `none`, the value of one of the classes, or a separate class.
 */
function fallback(
  raw: Config.ClassList,
  key: 'default' | 'missing',
  entries: readonly ClassEntry[],
  context: ResolveContext,
): ClassEntry | null {
  const value = raw[key];
  if (value === undefined || value === 'none') return null;
  if (typeof value === 'object') return classEntry(value, context);
  const entry = entries.find((candidate) => candidate.values.includes(value));
  if (entry) return entry;
  const known = entries.map((candidate) => String(candidate.values[0]));
  const found = String(value);
  const nearest = suggest(found, ['none', ...known]);
  context.report.error('unknown-default-class', { node: raw, key }, { key, found, nearest, known });
  return null;
}
