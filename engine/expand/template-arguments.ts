import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode, Report } from '../model/report.ts';
import { isMapping, nameOfType } from './check-skeleton.ts';
import type { Environment } from './substitute.ts';

/** What a parameter may be: the type words of the language. */
const PARAMETER_TYPES = [
  'country',
  'dataset',
  'classes',
  'color',
  'number',
  'zoom',
  'text',
  'field',
] as const;
type ParameterType = (typeof PARAMETER_TYPES)[number];

/** Ids an argument may name. `datasets` holds datasets and sources. */
export interface TemplateKnowledge {
  readonly datasets: Set<string>;
  readonly classes: Set<string>;
  readonly countries: readonly RawNode[];
}

export interface Argument {
  readonly value: unknown;
  readonly node: object;
  readonly key: string;
}

/**
 * Holds the arguments of a call against the parameters of its template and fills in defaults.
 * Returns null when a value is missing, so that one fault does not breed others. Diagnostics:
 * `missing-parameter`, `unknown-parameter`, `wrong-parameter-type`, `not-in-list`.
 */
export function checkArguments(call: {
  readonly use: RawNode;
  readonly template: RawNode;
  readonly given: ReadonlyMap<string, Argument>;
  readonly knowledge: TemplateKnowledge;
  readonly report: Report;
}): Environment | null {
  const { use, template, given, knowledge, report } = call;
  const declared = isMapping(template['parameters']) ? template['parameters'] : {};
  const environment = new Map<string, unknown>();
  let complete = true;
  for (const [name, argument] of given) {
    if (name in declared || argument.key === 'for') continue;
    const known = Object.keys(declared);
    report.error(
      'unknown-parameter',
      { node: argument.node, key: argument.key, part: 'key' },
      { found: name, nearest: suggest(name, known) ?? '', known },
    );
    complete = false;
  }
  for (const [name, argument] of given)
    if (argument.key === 'for') environment.set(name, argument.value);
  for (const [name, spec] of Object.entries(declared)) {
    const type = typeOf(spec) as ParameterType;
    const argument = given.get(name);
    if (!argument) {
      if (isMapping(spec) && 'default' in spec) environment.set(name, spec['default']);
      else {
        report.error(
          'missing-parameter',
          { node: use, key: 'use' },
          { name, type, template: String(template['id']) },
          [{ target: { node: declared, key: name, part: 'key' }, note: 'parameter-declared-here' }],
        );
        complete = false;
      }
      continue;
    }
    const fault = faultOf(argument.value, type, knowledge);
    if (fault) {
      report.error(
        fault.code,
        { node: argument.node, key: argument.key },
        {
          name,
          key: name,
          type,
          found: describe(argument.value),
          kind: nameOfType(argument.value),
          ...fault.params,
        },
        [{ target: { node: declared, key: name, part: 'key' }, note: 'parameter-declared-here' }],
      );
      complete = false;
    }
    environment.set(name, argument.value);
  }
  return complete ? environment : null;
}

/** Holds the declared types of a template against the words there are: `not-in-list`. */
export function checkParameters(template: RawNode, report: Report): boolean {
  const declared = template['parameters'] ?? {};
  if (!isMapping(declared)) {
    report.error(
      'wrong-type',
      { node: template, key: 'parameters' },
      { key: 'parameters', expected: 'a mapping from name to type', found: nameOfType(declared) },
    );
    return false;
  }
  let right = true;
  for (const [name, spec] of Object.entries(declared)) {
    const type = typeOf(spec);
    if ((PARAMETER_TYPES as readonly unknown[]).includes(type)) continue;
    right = false;
    report.error(
      'not-in-list',
      isMapping(spec) && 'type' in spec
        ? { node: spec, key: 'type' }
        : { node: declared, key: name },
      {
        key: name,
        found: describe(type),
        nearest: suggest(String(type), PARAMETER_TYPES) ?? '',
        known: PARAMETER_TYPES,
      },
    );
  }
  return right;
}

function typeOf(spec: unknown): unknown {
  return isMapping(spec) ? spec['type'] : spec;
}

interface Fault {
  readonly code: 'wrong-parameter-type' | 'unknown-dataset' | 'unknown-classes';
  readonly params: Readonly<Record<string, string | readonly string[]>>;
}

function faultOf(value: unknown, type: ParameterType, knowledge: TemplateKnowledge): Fault | null {
  const wrong: Fault = { code: 'wrong-parameter-type', params: { expected: EXPECTED[type] } };
  switch (type) {
    case 'country':
      return isMapping(value) && 'id' in value
        ? null
        : knowledge.countries.some(({ id }) => id === value)
          ? null
          : wrong;
    case 'dataset':
      return typeof value !== 'string'
        ? wrong
        : known('unknown-dataset', value, knowledge.datasets);
    case 'classes':
      return typeof value !== 'string' ? wrong : known('unknown-classes', value, knowledge.classes);
    case 'color':
      return typeof value === 'string' || isMapping(value) ? null : wrong;
    case 'number':
      return typeof value === 'number' ? null : wrong;
    case 'zoom':
      return typeof value === 'number' && value >= 0 && value <= 24 ? null : wrong;
    case 'text':
      return typeof value === 'string' || isMapping(value) ? null : wrong;
    case 'field':
      return typeof value === 'string' ? null : wrong;
  }
}

const EXPECTED: Readonly<Record<ParameterType, string>> = {
  country: 'the id of a country of the region',
  dataset: 'the id of a dataset or source',
  classes: 'the id of a class list',
  color: 'a quoted colour, or { light: …, dark: … }',
  number: 'a number',
  zoom: 'a zoom from 0 to 24',
  text: 'a text',
  field: 'the name of a field',
};

function known(
  code: 'unknown-dataset' | 'unknown-classes',
  value: string,
  ids: ReadonlySet<string>,
): Fault | null {
  if (ids.has(value)) return null;
  return { code, params: { nearest: suggest(value, ids) ?? '', known: [...ids] } };
}

function describe(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : nameOfType(value);
}
