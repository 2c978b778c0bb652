import type { Template, TemplateParameter, TemplateUse } from '../../schemas/config.g.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { RelatedTarget } from '../model/report.ts';
import { isMapping, nameOfType } from '../parse/node-type.ts';
import type { ExpandContext, TemplateKnowledge } from './context.ts';
import type { Environment } from './substitute.ts';

/** The type of a parameter. */
type ParameterType = Extract<TemplateParameter, string>;

export interface Argument {
  readonly value: unknown;
  readonly node: object;
  readonly key: string;
}

/** A call of a template with its arguments. */
interface Call {
  readonly call: TemplateUse;
  readonly template: Template;
  readonly given: ReadonlyMap<string, Argument>;
}

/**
 * Checks the arguments of a call against the parameters of its template and adds defaults. Returns
 * null when a value is missing or invalid, so that one error does not cause others. Diagnostics:
 * `missing-parameter`, `unknown-parameter`, `wrong-parameter-type`, `unknown-dataset`,
 * `unknown-classes`.
 */
export function checkArguments(called: Call, context: ExpandContext): Environment | null {
  const { template, given } = called;
  const { parameters = {} } = template;
  const { meant, complete } = takeAsMeant(called, context);
  const environment = new Map<string, unknown>();
  for (const [name, { key, value }] of given) if (key === 'for') environment.set(name, value);
  let right = complete;
  for (const [name, spec] of Object.entries(parameters)) {
    const argument = meant.get(name);
    if (argument) {
      if (!isOfType(name, argument, parameters, context)) right = false;
      environment.set(name, valueOf(argument, typeOf(spec), context));
    } else if (typeof spec === 'object' && 'default' in spec) environment.set(name, spec.default);
    else {
      // The missing parameter may be one of the unknown arguments.
      if (complete) reportMissing(name, called, context);
      right = false;
    }
  }
  return right ? environment : null;
}

/** Returns the value of an argument; for the id of a country, the country. */
function valueOf({ value }: Argument, type: ParameterType, { knowledge }: ExpandContext): unknown {
  const country = knowledge.countries.find(({ id }) => type === 'country' && id === value);
  return country ?? value;
}

/**
 * Returns the arguments by the names of parameters; a misspelt one counts as the closest parameter.
 * `complete` is false when an argument matches no parameter.
 */
function takeAsMeant(
  { template: { id: template, parameters = {} }, given }: Call,
  { report }: ExpandContext,
): { readonly meant: ReadonlyMap<string, Argument>; readonly complete: boolean } {
  const meant = new Map(given);
  const known = Object.keys(parameters);
  let complete = true;
  for (const [found, argument] of given) {
    if (found in parameters || argument.key === 'for') continue;
    const { node, key } = argument;
    const nearest = suggest(found, known);
    const params = { found, template, nearest, known };
    report.error('unknown-parameter', { node, key, part: 'key' }, params);
    if (nearest === undefined || given.has(nearest)) complete &&= nearest !== undefined;
    else meant.set(nearest, argument);
  }
  return { meant, complete };
}

function reportMissing(
  name: string,
  { call, template: { id, parameters = {} } }: Call,
  { report }: ExpandContext,
): void {
  report.error(
    'missing-parameter',
    { node: call, key: 'use' },
    { name, type: typeOf(parameters[name]!), template: id },
    [{ target: { node: parameters, key: name, part: 'key' }, note: 'parameter-declared-here' }],
  );
}

/** Returns whether an argument has the type of its parameter, and adds a diagnostic if not. */
function isOfType(
  name: string,
  { value, node, key }: Argument,
  parameters: NonNullable<Template['parameters']>,
  { knowledge, open, report }: ExpandContext,
): boolean {
  const type = typeOf(parameters[name]!);
  const fault = faultOf(value, type, knowledge);
  if (!fault) return true;
  // The name may refer to an entry without an id, which was reported before.
  if (fault.code === 'unknown-dataset' && (open.has('datasets') || open.has('sources')))
    return true;
  if (fault.code === 'unknown-classes' && open.has('classes')) return true;
  const found = typeof value === 'object' ? nameOfType(value) : String(value);
  const at = { node, key };
  const declaration: RelatedTarget = {
    target: { node: parameters, key: name, part: 'key' },
    note: 'parameter-declared-here',
  };
  if ('expected' in fault) {
    const params = { name, found, kind: nameOfType(value), ...fault };
    report.error(fault.code, at, params, [declaration]);
  } else report.error(fault.code, at, { found, ...fault }, [declaration]);
  return false;
}

function typeOf(spec: TemplateParameter): ParameterType {
  return typeof spec === 'string' ? spec : spec.type;
}

type Fault =
  | { readonly code: 'wrong-parameter-type'; readonly expected: string }
  | {
      readonly code: 'unknown-dataset' | 'unknown-classes';
      readonly nearest: string | undefined;
      readonly known: readonly string[];
    };

function faultOf(value: unknown, type: ParameterType, knowledge: TemplateKnowledge): Fault | null {
  const { expected, fits } = TYPES[type];
  if (!fits(value, knowledge)) return { code: 'wrong-parameter-type', expected };
  if (type === 'dataset') return known('unknown-dataset', String(value), knowledge.datasets);
  if (type === 'classes') return known('unknown-classes', String(value), knowledge.classes);
  return null;
}

interface TypeOfParameter {
  readonly expected: string;
  readonly fits: (value: unknown, knowledge: TemplateKnowledge) => boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrMapping = (value: unknown): boolean => isText(value) || isMapping(value);
const isNumber = (value: unknown): value is number => typeof value === 'number';

const TYPES: Readonly<Record<ParameterType, TypeOfParameter>> = {
  country: {
    expected: 'the id of a country of the region',
    fits: (value, { countries }) =>
      (isMapping(value) && 'id' in value) || countries.some(({ id }) => id === value),
  },
  dataset: { expected: 'the id of a dataset or source', fits: isText },
  classes: { expected: 'the id of a class list', fits: isText },
  color: { expected: 'a quoted colour, or { light: …, dark: … }', fits: isTextOrMapping },
  number: {
    expected: 'a number, or a short form such as { by-zoom: { 5: 1, 8: 2 } }',
    fits: (value) => isNumber(value) || isMapping(value),
  },
  zoom: {
    expected: 'a zoom from 0 to 24',
    fits: (value) => isNumber(value) && value >= 0 && value <= 24,
  },
  text: { expected: 'a text', fits: isTextOrMapping },
  field: { expected: 'the name of a field, or { by-language: … }', fits: isTextOrMapping },
};

function known(
  code: 'unknown-dataset' | 'unknown-classes',
  value: string,
  ids: ReadonlySet<string>,
): Fault | null {
  if (ids.has(value)) return null;
  return { code, nearest: suggest(value, ids), known: [...ids] };
}
