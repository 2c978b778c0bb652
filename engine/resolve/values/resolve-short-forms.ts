import { suggest } from '../../diagnostics/suggest.ts';
import { isMapping, nameOfType } from '../../expand/check-skeleton.ts';
import type { ClassList, StyleValue } from '../../model/model.ts';
import type { RawNode, Report, Target } from '../../model/report.ts';
import { languageFields } from '../by-language.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { groundOf } from './resolve-ground.ts';

/** Resolves a nested value; undefined when an error was reported. */
export type Inner = (value: unknown, target: Target) => StyleValue | undefined;

/**
 * Resolves `{ classes, field, shade }`. Diagnostics: `wrong-type`, `unknown-classes`,
 * `unknown-shade`, `classes-without-field`.
 */
export function ofClasses(
  value: RawNode,
  take: 'color' | 'icon',
  context: ResolveContext,
): StyleValue | undefined {
  const { classes: id, field: written, shade } = value;
  const target = { node: value, key: 'classes' };
  if (typeof id !== 'string') {
    const params = { key: 'classes', expected: 'the id of a class list', found: nameOfType(id) };
    context.report.error('wrong-type', target, params);
    return undefined;
  }
  const classes = lookUp('classes', id, target, context);
  if (!classes) return undefined;
  if (typeof shade === 'string' && !hasShade(classes, shade, value, context.report))
    return undefined;
  const own = classes.kind === 'ramp' ? '' : classes.field;
  const field = typeof written === 'string' ? written : own;
  if (field === '' && classes.kind !== 'ramp') {
    context.report.error('classes-without-field', target, { classes: id });
    return undefined;
  }
  const result: StyleValue = {
    kind: 'classes',
    classes,
    field,
    shade: typeof shade === 'string' ? shade : null,
    take,
  };
  context.nodes.set(result, value);
  return result;
}

/** Returns whether every class has this shade, and adds a diagnostic for the first without it. */
function hasShade(classes: ClassList, shade: string, node: RawNode, report: Report): boolean {
  const others =
    classes.kind === 'values'
      ? [classes.default, classes.missing === 'default' ? null : classes.missing]
      : [];
  const entries = classes.kind === 'values' ? classes.entries : [];
  const all = [...entries, ...others.filter((entry) => entry !== null)];
  const without = all.find((entry) => !(shade in entry.shades));
  if (all.length > 0 && !without) return true;
  const declared = [...new Set(all.flatMap((entry) => Object.keys(entry.shades)))];
  // If other classes have this shade, its name is not misspelt: this class lacks it.
  const known = declared.includes(shade) ? [] : declared;
  report.error(
    'unknown-shade',
    { node, key: 'shade' },
    {
      found: shade,
      classes: classes.id,
      class: without ? String(without.values[0] ?? 'default') : classes.id,
      nearest: suggest(shade, known),
      known,
    },
  );
  return false;
}

/**
 * Resolves `{ field }`: the name of a field, or `{ by-language }` as the argument of a template.
 * Diagnostics: `wrong-type`, those of `languageFields`.
 */
export function ofField(value: RawNode, context: ResolveContext): StyleValue | undefined {
  const { nodes, report } = context;
  const { field } = value;
  if (isMapping(field)) return ofLanguage(field, context);
  if (typeof field === 'string') {
    const result: StyleValue = { kind: 'field', field };
    nodes.set(result, value);
    return result;
  }
  const params = { key: 'field', expected: 'the name of a field', found: nameOfType(field) };
  report.error('wrong-type', { node: value, key: 'field' }, params);
  return undefined;
}

/** Resolves `{ by-language }`. Diagnostics: those of `languageFields`. */
export function ofLanguage(value: RawNode, context: ResolveContext): StyleValue | undefined {
  const found = languageFields(value, context);
  if (!found) return undefined;
  const result: StyleValue = { kind: 'field-by-locale', ...found };
  context.nodes.set(result, value);
  return result;
}

/** Resolves `{ token }`. Diagnostics: `unknown-token`, `token-without-ground`. */
export function ofToken(value: RawNode, context: ResolveContext): StyleValue | undefined {
  const name = String(value['token']);
  const target = { node: value, key: 'token' };
  context.usedTokens.add(name);
  const token = lookUp('token', name, target, context);
  if (!token) return undefined;
  const missing = ['light', 'dark'].find((ground) => !(ground in token));
  if (missing) {
    context.report.error('token-without-ground', target, { name, ground: missing });
    return undefined;
  }
  const values = Object.entries(token).map(([ground, literal]): [string, StyleValue] => [
    ground,
    { kind: 'literal', value: literal },
  ]);
  return { kind: 'by-ground', values: Object.fromEntries(values) };
}

/**
 * Resolves `{ light, dark }`; a misspelt ground counts as the intended one. Diagnostics:
 * `unknown-ground`, `ground-missing`.
 */
export function ofGrounds(
  value: RawNode,
  target: Target,
  inner: Inner,
  { baseIds, report }: ResolveContext,
): StyleValue | undefined {
  const values: Record<string, StyleValue> = {};
  const meant = new Set<string>();
  const entries = entriesOf(value);
  const known = ['light', 'dark', ...baseIds];
  for (const [key, item] of entries) {
    const ground = groundOf(key, value, known, report);
    meant.add(ground);
    const resolved = inner(item, { node: value, key });
    if (resolved) values[ground] = resolved;
  }
  const missing = ['light', 'dark'].find((ground) => !meant.has(ground));
  if (missing) {
    const place: Target = target.key === undefined ? target : { ...target, part: 'key' };
    report.error('ground-missing', place, { ground: missing });
    return undefined;
  }
  return 'light' in values && 'dark' in values ? { kind: 'by-ground', values } : undefined;
}
