import { latest } from '@maplibre/maplibre-gl-style-spec';
import { suggest } from '../diagnostics/suggest.ts';
import { isMapping, nameOfType } from '../expand/check-skeleton.ts';
import type { Json, StyleValue, SublayerType } from '../model/model.ts';
import type { RawNode, Target } from '../model/report.ts';
import { lookUp, type ResolveContext } from './context.ts';
import { resolveIcon } from './resolve-icon.ts';
import { entriesOf, stringOf } from './raw.ts';
import { isColor } from './resolve-classes.ts';

/** The style specification of one paint or layout property. */
interface PropertySpec {
  readonly type: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'property-type'?: string;
  readonly expression?: {
    readonly interpolated?: boolean;
    readonly parameters?: readonly string[];
  };
}

const SUGAR = ['classes', 'by-zoom', 'by-value', 'field', 'token', 'light'] as const;

/**
 * Resolves the `paint` or `layout` of a sublayer: presets are laid under, sugar becomes style
 * values, property names are held against the style specification. Diagnostics:
 * `unknown-property`, `property-in-wrong-place`, `unknown-preset`, `unknown-sugar`, and those of
 * the values.
 */
export function resolveProperties(
  owner: RawNode,
  part: 'paint' | 'layout',
  type: SublayerType,
  context: ResolveContext,
): Record<string, StyleValue> {
  const raw = owner[part];
  if (!isMapping(raw)) return {};
  const result: Record<string, StyleValue> = {};
  const preset = stringOf(raw, 'preset');
  if (preset !== undefined) {
    const body = lookUp(context.presets, preset, 'preset', { node: raw, key: 'preset' }, context);
    if (body) Object.assign(result, resolveEach(body, part, type, context));
  }
  return Object.assign(result, resolveEach(raw, part, type, context));
}

function resolveEach(
  raw: RawNode,
  part: 'paint' | 'layout',
  type: SublayerType,
  context: ResolveContext,
): Record<string, StyleValue> {
  const specs = propertySpecs(part, type);
  const result: Record<string, StyleValue> = {};
  for (const [name, value] of entriesOf(raw)) {
    if (name === 'preset') continue;
    const spec = specs[name];
    if (!spec || name === 'visibility') {
      reportProperty(name, part, type, { node: raw, key: name, part: 'key' }, context);
      continue;
    }
    const resolved = resolveValue(value, { node: raw, key: name }, spec, context);
    if (resolved) result[name] = resolved;
  }
  return result;
}

/** The properties a layer type has, by name, from the style specification. */
export function propertySpecs(
  part: 'paint' | 'layout',
  type: SublayerType,
): Readonly<Record<string, PropertySpec>> {
  return (
    (latest as unknown as Record<string, Readonly<Record<string, PropertySpec>>>)[
      `${part}_${type}`
    ] ?? {}
  );
}

function reportProperty(
  name: string,
  part: 'paint' | 'layout',
  type: SublayerType,
  target: Target,
  { report }: ResolveContext,
): void {
  const other = part === 'paint' ? 'layout' : 'paint';
  if (name in propertySpecs(other, type) && name !== 'visibility') {
    report.error('property-in-wrong-place', target, { name, found: part, expected: other });
    return;
  }
  const known = Object.keys(propertySpecs(part, type)).filter(
    (property) => property !== 'visibility',
  );
  report.error('unknown-property', target, {
    name,
    part,
    type,
    nearest: suggest(name, known) ?? '',
    known,
  });
}

/**
 * Resolves one value: a literal or MapLibre expression, or one of the sugar forms. Undefined when
 * it could not be (and was reported). Diagnostics: `unknown-sugar`, `mixed-sugar`,
 * `unknown-classes`, `classes-without-field`, `unknown-shade`, `unknown-token`, `token-without-ground`, `bad-zoom-key`,
 * `zoom-out-of-range`, `empty-stops`, `unknown-locale`, `wrong-type`.
 */
export function resolveValue(
  value: unknown,
  target: Target,
  spec: PropertySpec | null,
  context: ResolveContext,
): StyleValue | undefined {
  if (!isMapping(value)) {
    if (value === null || value === undefined) {
      context.report.error(
        'empty-value',
        { ...target, part: 'key' },
        { key: String(target.key ?? '') },
      );
      return undefined;
    }
    if (spec?.type === 'color' && !Array.isArray(value) && !isColor(String(value))) {
      context.report.error('bad-color', target, { found: String(value) });
      return undefined;
    }
    if (spec?.type === 'number' && !Array.isArray(value) && !isNumber(value, target, spec, context))
      return undefined;
    if (spec?.type === 'resolvedImage') return ofIcon(value, target, context);
    return { kind: 'literal', value: value as Json };
  }
  const keys = Object.keys(value).filter((key) => !key.startsWith('x-'));
  if (keys.some((key) => key === 'light' || key === 'dark'))
    return byGround(value, target, spec, context);
  const sugar = SUGAR.filter((key) => keys.includes(key));
  if (sugar.length === 0) {
    const [first = ''] = keys;
    context.report.error(
      'unknown-sugar',
      first === '' ? target : { node: value, key: first, part: 'key' },
      {
        found: first,
        nearest: suggest(first, SUGAR) ?? '',
        known: SUGAR,
      },
    );
    return undefined;
  }
  const [kind] = sugar;
  const allowed = ALLOWED_WITH[kind!] ?? [];
  const extra = keys.find((key) => key !== kind && !allowed.includes(key));
  if (extra !== undefined) {
    context.report.error(
      'mixed-sugar',
      { node: value, key: extra, part: 'key' },
      { found: extra, sugar: kind!, nearest: suggest(extra, allowed) ?? '', known: allowed },
    );
    return undefined;
  }
  switch (kind!) {
    case 'classes':
      return ofClasses(value, spec, context);
    case 'by-zoom':
      return byZoom(value, spec, context);
    case 'by-value':
      return byValue(value, spec, context);
    case 'field':
      return ofField(value, context);
    default:
      return ofToken(value, context);
  }
}

/** Whether a literal is a number the property can have; what is wrong with it is reported. */
function isNumber(
  value: unknown,
  target: Target,
  { minimum, maximum }: PropertySpec,
  { report }: ResolveContext,
): boolean {
  const key = String(target.key ?? '');
  if (typeof value !== 'number') {
    const found = nameOfType(value);
    report.error('wrong-type', target, { key, expected: 'a number', found, value: String(value) });
    return false;
  }
  const low = minimum !== undefined && value < minimum;
  const high = maximum !== undefined && value > maximum;
  if (low || high)
    report.error('out-of-range', target, {
      key,
      found: value,
      comparison: low ? '>=' : '<=',
      limit: low ? minimum : maximum!,
    });
  return !low && !high;
}

const ALLOWED_WITH: Readonly<Record<string, readonly string[]>> = { classes: ['field', 'shade'] };

/** An icon by its name; the names in an expression would lead nowhere. */
function ofIcon(value: unknown, target: Target, context: ResolveContext): StyleValue | undefined {
  if (typeof value === 'string')
    return { kind: 'literal', value: resolveIcon(value, target, context) };
  context.report.error('icon-by-expression', target, { key: String(target.key ?? '') });
  return undefined;
}

function ofClasses(
  value: RawNode,
  spec: PropertySpec | null,
  context: ResolveContext,
): StyleValue | undefined {
  const id = stringOf(value, 'classes');
  if (id === undefined) {
    context.report.error(
      'wrong-type',
      { node: value, key: 'classes' },
      { key: 'classes', expected: 'the id of a class list', found: nameOfType(value['classes']) },
    );
    return undefined;
  }
  const classes = lookUp(context.classes, id, 'classes', { node: value, key: 'classes' }, context);
  if (!classes) return undefined;
  const shade = stringOf(value, 'shade') ?? null;
  if (shade !== null) {
    const shades =
      classes.kind === 'values'
        ? [
            ...classes.entries,
            ...(classes.default ? [classes.default] : []),
            ...(classes.missing && classes.missing !== 'default' ? [classes.missing] : []),
          ]
        : [];
    const without = shades.find((entry) => !(shade in entry.shades));
    if (shades.length === 0 || without) {
      const declared = [...new Set(shades.flatMap((entry) => Object.keys(entry.shades)))];
      // A shade that other classes have is not misspelt; this class lacks it.
      const known = declared.includes(shade) ? [] : declared;
      const label = without ? String(without.values[0] ?? 'default') : id;
      context.report.error(
        'unknown-shade',
        { node: value, key: 'shade' },
        { found: shade, classes: id, class: label, nearest: suggest(shade, known) ?? '', known },
      );
      return undefined;
    }
  }
  const take = spec?.type === 'resolvedImage' ? 'icon' : 'color';
  const field = stringOf(value, 'field') ?? (classes.kind === 'ramp' ? '' : classes.field);
  if (field === '' && classes.kind !== 'ramp') {
    context.report.error('classes-without-field', { node: value, key: 'classes' }, { classes: id });
    return undefined;
  }
  const result: StyleValue = { kind: 'classes', classes, field, shade, take };
  context.nodes.set(result, value);
  return result;
}

function byZoom(
  value: RawNode,
  spec: PropertySpec | null,
  context: ResolveContext,
): StyleValue | undefined {
  const stops = stopsOf(value, 'by-zoom', spec, context);
  if (!stops) return undefined;
  const raw = value['by-zoom'] as RawNode;
  for (const [zoom] of stops) {
    if (zoom < 0 || zoom > 24)
      context.report.error(
        'zoom-out-of-range',
        { node: raw, key: keyOf(raw, zoom), part: 'key' },
        { found: zoom },
      );
  }
  const result: StyleValue = { kind: 'by-zoom', stops };
  context.nodes.set(result, value);
  return result;
}

function byValue(
  value: RawNode,
  spec: PropertySpec | null,
  context: ResolveContext,
): StyleValue | undefined {
  const body = value['by-value'];
  if (!isMapping(body)) {
    context.report.error(
      'wrong-type',
      { node: value, key: 'by-value' },
      { key: 'by-value', expected: 'a mapping with `field` and `stops`', found: nameOfType(body) },
    );
    return undefined;
  }
  const field = stringOf(body, 'field');
  for (const [key] of entriesOf(body)) {
    if (key !== 'field' && key !== 'stops')
      context.report.error(
        'unknown-key',
        { node: body, key, part: 'key' },
        { key, nearest: suggest(key, ['field', 'stops']) ?? '', known: ['field', 'stops'] },
      );
  }
  if (field === undefined) {
    context.report.error(
      'missing-key',
      { node: value, key: 'by-value', part: 'key' },
      { key: 'field', parent: '`by-value`' },
    );
    return undefined;
  }
  const stops = stopsOf(body, 'stops', spec, context);
  if (!stops) return undefined;
  const result: StyleValue = { kind: 'by-value', field, stops };
  context.nodes.set(result, body);
  return result;
}

function stopsOf(
  owner: RawNode,
  key: string,
  spec: PropertySpec | null,
  context: ResolveContext,
): [number, StyleValue][] | undefined {
  const raw = owner[key];
  if (!isMapping(raw)) {
    context.report.error(
      'wrong-type',
      { node: owner, key },
      {
        key,
        expected: 'a mapping from number to value, such as { 5: 1, 16: 15 }',
        found: nameOfType(raw),
      },
    );
    return undefined;
  }
  const stops: [number, StyleValue][] = [];
  for (const [name, item] of entriesOf(raw)) {
    const number = Number(name);
    if (name.trim() === '' || !Number.isFinite(number)) {
      context.report.error('bad-stop', { node: raw, key: name, part: 'key' }, { found: name, key });
      continue;
    }
    const resolved = resolveValue(item, { node: raw, key: name }, spec, context);
    if (resolved?.kind === 'by-zoom')
      context.report.error('nested-zoom', { node: raw, key: name }, {});
    else if (resolved) stops.push([number, resolved]);
  }
  if (stops.length === 0) {
    if (entriesOf(raw).length === 0)
      context.report.error('empty-stops', { node: owner, key, part: 'key' }, { key });
    return undefined;
  }
  return stops.sort(([a], [b]) => a - b);
}

function keyOf(raw: RawNode, number: number): string {
  return Object.keys(raw).find((key) => Number(key) === number) ?? String(number);
}

function ofField(value: RawNode, context: ResolveContext): StyleValue | undefined {
  const field = value['field'];
  if (typeof field === 'string') {
    const result: StyleValue = { kind: 'field', field };
    context.nodes.set(result, value);
    return result;
  }
  if (!isMapping(field)) {
    context.report.error(
      'wrong-type',
      { node: value, key: 'field' },
      { key: 'field', expected: 'the name of a field', found: nameOfType(field) },
    );
    return undefined;
  }
  const byLocale: Record<string, string> = {};
  for (const [locale, name] of entriesOf(field)) {
    if (locale !== 'default' && !context.locales.includes(locale)) {
      context.report.error(
        'unknown-locale',
        { node: field, key: locale, part: 'key' },
        {
          found: locale,
          nearest: suggest(locale, context.locales) ?? '',
          known: [...context.locales, 'default'],
        },
      );
    } else if (typeof name !== 'string') {
      context.report.error(
        'wrong-type',
        { node: field, key: locale },
        { key: locale, expected: 'the name of a field', found: nameOfType(name) },
      );
    } else if (locale !== 'default') byLocale[locale] = name;
  }
  const missing = context.locales.filter((locale) => !(locale in byLocale));
  const fallback = stringOf(field, 'default') ?? null;
  if (missing.length > 0 && fallback === null) {
    context.report.error(
      'translation-missing',
      { node: value, key: 'field', part: 'key' },
      { locales: missing, key: 'field' },
    );
  }
  const result: StyleValue = { kind: 'field-by-locale', byLocale, default: fallback };
  context.nodes.set(result, field);
  return result;
}

function ofToken(value: RawNode, context: ResolveContext): StyleValue | undefined {
  const name = String(value['token']);
  const values = lookUp(context.tokens, name, 'token', { node: value, key: 'token' }, context);
  if (!values) return undefined;
  const missing = ['light', 'dark'].find((ground) => !(ground in values));
  if (missing) {
    context.report.error(
      'token-without-ground',
      { node: value, key: 'token' },
      { name, ground: missing },
    );
    return undefined;
  }
  return {
    kind: 'by-ground',
    values: Object.fromEntries(
      Object.entries(values).map(([ground, literal]) => [
        ground,
        { kind: 'literal', value: literal },
      ]),
    ),
  };
}

/** A colour such as `rgb(1, 2, 3)` up to its first comma. */
const CUT_COLOR = /^\w+\([^)]*$/;

function byGround(
  value: RawNode,
  target: Target,
  spec: PropertySpec | null,
  context: ResolveContext,
): StyleValue | undefined {
  const values: Record<string, StyleValue> = {};
  const entries = entriesOf(value);
  // `rgb(1, 2, 3)` without quotes is cut at its commas; what is left of it is one fault.
  const cut = entries.some(([, item]) => typeof item === 'string' && CUT_COLOR.test(item));
  for (const [ground, item] of entries) {
    if (cut && item === null) continue;
    if (ground !== 'light' && ground !== 'dark' && !context.baseIds.has(ground)) {
      const known = ['light', 'dark', ...context.baseIds];
      context.report.error(
        'unknown-ground',
        { node: value, key: ground, part: 'key' },
        { found: ground, nearest: suggest(ground, known) ?? '', known },
      );
      continue;
    }
    const resolved = resolveValue(item, { node: value, key: ground }, spec, context);
    if (resolved) values[ground] = resolved;
  }
  const missing = ['light', 'dark'].find((ground) => !(ground in value));
  if (missing) {
    context.report.error(
      'ground-missing',
      target.key === undefined ? target : { ...target, part: 'key' },
      { ground: missing },
    );
    return undefined;
  }
  return 'light' in values && 'dark' in values ? { kind: 'by-ground', values } : undefined;
}
