import type { Template, TemplateUse } from '../../schemas/config.g.ts';
import { schemas } from '../../schemas/index.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode } from '../model/report.ts';
import { isMapping } from '../parse/node-type.ts';
import { checkShape } from '../shape/check-shape.ts';
import { substitute, type ExpandContext, type Making } from './context.ts';
import { templateAt } from './declared-templates.ts';
import { readFor, type Iteration } from './for-list.ts';
import type { Environment } from './substitute.ts';
import { checkArguments, type Argument } from './template-arguments.ts';

/** What an entry with `use` or `for` is part of: nothing, or the copy of a template. */
interface Scope extends Making {
  /** The values of the parameters. */
  readonly environment: Environment;
  /** The call outside of templates, and the number of calls inside templates that it led to. */
  readonly outer: { readonly call: RawNode; made: number };
}

/** Templates that use others several times can multiply without end. */
const MAX_CALLS = 1_000;

/**
 * Returns the sublayers of an entry with `use` or `for`; null replaces those that could not be
 * expanded because of an error. Diagnostics: `yaml-dash-missing`, `unknown-override`, those of the
 * shape of a call, `too-many-uses`, those of `templateAt`, `readFor` and `checkArguments`.
 */
export function expandSublayer(item: RawNode, context: ExpandContext): (RawNode | null)[] {
  if (!('use' in item)) return forOnSublayer(item, context);
  const outer = { call: item, made: 0 };
  return expandCall(item, { environment: new Map(), call: null, expansion: null, outer }, context);
}

function expandCall(item: RawNode, scope: Scope, context: ExpandContext): (RawNode | null)[] {
  const template = templateAt({ node: item, key: 'use' }, 'sublayers', context);
  if ('type' in item) {
    reportTwoInOne(item, context);
    return [null];
  }
  if (!checkShape('use', item, { node: item }, context.report) || !template) return [null];
  const called = { call: item, template, scope };
  if (!('for' in item)) return callTemplate(called, null, context);
  const { iterations, areAll } = readFor(item, context);
  if (areAll && !context.open.has('countries')) checkOverrides(item, iterations, context);
  const made = iterations.flatMap((iteration) => callTemplate(called, iteration, context));
  return areAll ? made : [...made, null];
}

const CALL_KEYS = Object.keys(schemas.template.$defs.use.properties);

/**
 * Reports an entry that is both a call and a sublayer: the dash before the second one is missing.
 * Diagnostic: `yaml-dash-missing`.
 */
function reportTwoInOne(item: RawNode, { report }: ExpandContext): void {
  const keys = Object.keys(item);
  const found = keys[0] === 'use' ? keys.find((key) => !CALL_KEYS.includes(key))! : 'use';
  report.error('yaml-dash-missing', { node: item, key: found, part: 'key' }, { found });
}

/** A call of a template, and what it is part of. */
interface Called {
  readonly call: TemplateUse;
  readonly template: Template;
  readonly scope: Scope;
}

function callTemplate(
  called: Called,
  iteration: Iteration | null,
  context: ExpandContext,
): (RawNode | null)[] {
  const { call, template, scope } = called;
  const { outer } = scope;
  if (scope.call && ++outer.made > MAX_CALLS) {
    if (outer.made === MAX_CALLS + 1) {
      const params = { id: String(outer.call['use']), limit: MAX_CALLS };
      context.report.error('too-many-uses', { node: outer.call, key: 'use' }, params);
    }
    return [null];
  }
  const given = argumentsOf(called, iteration, context);
  const environment = given && checkArguments({ call, template, given }, context);
  if (!environment) return [null];
  const making = { call, expansion: iteration?.label ?? null };
  const country = iteration?.values.get('country') ?? environment.get('country');
  return (template.sublayers ?? []).flatMap((sublayer): (RawNode | null)[] => {
    if ('use' in sublayer) {
      const made = nestedCall(sublayer, { environment, outer, ...making }, context);
      return made.map((copy) => copy && finishNested({ copy, iteration, country }, context));
    }
    const { copy, whole } = substitute(sublayer, environment, making, context);
    if (!whole) return [null];
    return [finish({ copy, declaredId: String(copy['id']), iteration, country }, context)];
  });
}

/** Expands a call inside a template. */
function nestedCall(item: RawNode, scope: Scope, context: ExpandContext): (RawNode | null)[] {
  const call = { ...item };
  context.origins.record(call, item, scope.call, scope.expansion);
  return expandCall(call, scope, context);
}

/** Expands `for` on a sublayer without a template. */
function forOnSublayer(sublayer: RawNode, context: ExpandContext): (RawNode | null)[] {
  const { iterations, areAll } = readFor(sublayer, context);
  const { for: _, ...body } = sublayer;
  context.origins.record(body, sublayer);
  const made = iterations.map((iteration) => {
    const making = { call: null, expansion: iteration.label };
    const { copy, whole } = substitute(body, iteration.values, making, context);
    const declaredId = withoutLabel(String(copy['id']), iteration.label);
    if (!whole) return null;
    return finish(
      { copy, declaredId, iteration, country: iteration.values.get('country') },
      context,
    );
  });
  return areAll ? made : [...made, null];
}

/** Removes the country from an id: `${country}-area` and `area` both give `cmr-area`. */
function withoutLabel(id: string, label: string): string {
  if (id.startsWith(`${label}-`)) return id.slice(label.length + 1);
  return id.endsWith(`-${label}`) ? id.slice(0, -label.length - 1) : id;
}

interface Made {
  readonly copy: RawNode;
  readonly declaredId: string;
  readonly iteration: Iteration | null;
  /** The mapping of its country; any other value means none. */
  readonly country: unknown;
}

/** Gives a sublayer of a `for` its own id, and records its origin. */
function finish(made: Made, context: ExpandContext): RawNode {
  const { iteration, country } = made;
  const copy = prefixed(made.copy, made.declaredId, iteration, context);
  const note = { declaredId: made.declaredId, country: idOf(country) };
  context.notes.set(copy, note);
  return copy;
}

/** Completes a sublayer that a call inside the template made. */
function finishNested(made: Omit<Made, 'declaredId'>, context: ExpandContext): RawNode {
  const { declaredId, country } = context.notes.get(made.copy)!;
  const copy = prefixed(made.copy, String(made.copy['id']), made.iteration, context);
  context.notes.set(copy, { declaredId, country: country ?? idOf(made.country) });
  return copy;
}

function prefixed(
  copy: RawNode,
  id: string,
  iteration: Iteration | null,
  { origins }: ExpandContext,
): RawNode {
  if (!iteration) return copy;
  const result = { ...copy, id: `${iteration.label}-${id}` };
  origins.record(result, copy);
  return result;
}

function idOf(country: unknown): string | null {
  return isMapping(country) ? String(country['id']) : null;
}

/**
 * Returns the arguments of one repetition: those of `for`, `with` and `override`. Null when one
 * uses an unknown parameter.
 */
function argumentsOf(
  { call, scope }: Called,
  iteration: Iteration | null,
  context: ExpandContext,
): Map<string, Argument> | null {
  const loop: Environment = iteration?.values ?? new Map();
  const given = new Map<string, Argument>();
  for (const [name, value] of loop) given.set(name, { value, node: call, key: 'for' });
  const making = { call: scope.call, expansion: iteration?.label ?? scope.expansion };
  const environment = new Map([...scope.environment, ...loop]);
  const read = [call.with, iteration ? call.override?.[iteration.label] : undefined].map(
    (holder) => {
      const { copy, whole } = substitute(holder ?? {}, environment, making, context);
      for (const [key, value] of Object.entries(copy)) given.set(key, { value, node: copy, key });
      return whole;
    },
  );
  return read.every(Boolean) ? given : null;
}

function checkOverrides(
  { override = {} }: TemplateUse,
  iterations: readonly Iteration[],
  { report }: ExpandContext,
): void {
  const known = iterations.map(({ label }) => label);
  for (const found of Object.keys(override).filter((key) => !known.includes(key)))
    report.error(
      'unknown-override',
      { node: override, key: found, part: 'key' },
      { found, nearest: suggest(found, known), known },
    );
}
