import { schemas } from '../../../schemas/index.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import { isMapping, nameOfType } from '../../expand/check-skeleton.ts';
import type { Json, StyleValue } from '../../model/model.ts';
import type { RawNode, Report, Target } from '../../model/report.ts';
import type { ResolveContext } from '../context.ts';
import { isColor } from './resolve-color.ts';
import { resolveIcon } from './resolve-icon.ts';
import {
  ofClasses,
  ofField,
  ofGrounds,
  ofLanguage,
  ofToken,
  type Inner,
} from './resolve-short-forms.ts';
import { ofNumbers, ofZooms } from './resolve-stops.ts';

/** The style specification of one paint or layout property. */
export interface PropertySpec {
  readonly type: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The short forms, by the key that identifies each. */
const {
  preset: _preset,
  'paint-value': _value,
  properties: _all,
  ...FORMS
} = schemas['short-form'].$defs;
type Form = keyof typeof FORMS;
const FORM_NAMES = Object.keys(FORMS) as Form[];

/**
 * Resolves one value: a literal, a MapLibre expression or a short form. Returns undefined when an
 * error was reported. Diagnostics: `empty-value`, `bad-color`, `wrong-type`, `out-of-range`,
 * `icon-by-expression`, `unknown-short-form`, `mixed-short-form`, those of the forms.
 */
export function resolveValue(
  value: unknown,
  target: Target,
  spec: PropertySpec,
  context: ResolveContext,
): StyleValue | undefined {
  if (!isMapping(value)) return ofLiteral(value, target, spec, context);
  const inner: Inner = (item, place) => resolveValue(item, place, spec, context);
  switch (formOf(value, target, context.report)) {
    case 'classes':
      return ofClasses(value, spec.type === 'resolvedImage' ? 'icon' : 'color', context);
    case 'by-zoom':
      return ofZooms(value, inner, context);
    case 'by-value':
      return ofNumbers(value, inner, context);
    case 'field':
      return ofField(value, context);
    case 'by-language':
      return ofLanguage(value, context);
    case 'token':
      return ofToken(value, context);
    case 'light':
      return ofGrounds(value, target, inner, context);
    case undefined:
      return undefined;
  }
}

function formOf(value: RawNode, target: Target, report: Report): Form | undefined {
  const keys = Object.keys(value);
  if (keys.includes('light') || keys.includes('dark')) return 'light';
  const known = FORM_NAMES;
  const form = known.find((name) => keys.includes(name));
  if (form === undefined) {
    const [found = ''] = keys;
    report.error(
      'unknown-short-form',
      found === '' ? target : { node: value, key: found, part: 'key' },
      { found, nearest: suggest(found, known), known },
    );
    return undefined;
  }
  const { properties } = FORMS[form];
  const extra = keys.find((key) => !Object.hasOwn(properties, key));
  if (extra === undefined) return form;
  const beside = Object.keys(properties).filter((key) => key !== form);
  report.error(
    'mixed-short-form',
    { node: value, key: extra, part: 'key' },
    { found: extra, form, nearest: suggest(extra, beside), known: beside },
  );
  return undefined;
}

function ofLiteral(
  value: unknown,
  target: Target,
  spec: PropertySpec,
  context: ResolveContext,
): StyleValue | undefined {
  const key = String(target.key ?? '');
  if (value === null || value === undefined) {
    context.report.error('empty-value', { ...target, part: 'key' }, { key });
    return undefined;
  }
  if (spec.type === 'resolvedImage') {
    if (typeof value === 'string')
      return { kind: 'literal', value: resolveIcon(value, target, context) };
    // Names of icons in an expression cannot be resolved.
    context.report.error('icon-by-expression', target, { key });
    return undefined;
  }
  if (!Array.isArray(value)) {
    if (spec.type === 'color' && !isColor(String(value))) {
      context.report.error('bad-color', target, { found: String(value) });
      return undefined;
    }
    if (spec.type === 'number' && !isNumber(value, target, spec, context)) return undefined;
  }
  // Parsed YAML values are JSON.
  return { kind: 'literal', value: value as Json };
}

/** Returns whether a literal is a number in the property's range, and adds a diagnostic if not. */
function isNumber(
  value: unknown,
  target: Target,
  { minimum = -Infinity, maximum = Infinity }: PropertySpec,
  { report }: ResolveContext,
): boolean {
  const key = String(target.key ?? '');
  if (typeof value !== 'number') {
    const found = nameOfType(value);
    report.error('wrong-type', target, { key, expected: 'a number', found, value: String(value) });
    return false;
  }
  if (value >= minimum && value <= maximum) return true;
  const isLow = value < minimum;
  const limit = isLow ? minimum : maximum;
  const comparison = isLow ? '>=' : '<=';
  report.error('out-of-range', target, { key, found: value, comparison, limit });
  return false;
}
