import { latest } from '@maplibre/maplibre-gl-style-spec';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { suggest } from '../diagnostics/suggest.ts';
import {
  isMapping,
  LIST_KINDS,
  nameOfType,
  SINGLE_KINDS,
  type SingleKind,
} from '../expand/check-skeleton.ts';
import type { Expanded } from '../expand/expand-templates.ts';
import type { RawNode, Report, Target } from '../model/report.ts';
import { validatorOf } from './validators.ts';

/** What has faults of its own: later stages leave these entries out, or cannot run. */
export interface BrokenShape {
  readonly entries: ReadonlySet<RawNode>;
  readonly singles: ReadonlySet<SingleKind>;
}

/**
 * Holds every expanded entry against the schema of its kind. Returns what has faults. Diagnostics:
 * `unknown-key`, `missing-key`, `key-needs`, `wrong-type`, `not-in-list`, `out-of-range`,
 * `bad-format`, `wrong-length`, `one-of-keys`.
 */
export function validateShape(expanded: Expanded, report: Report): BrokenShape {
  const entries = new Set<RawNode>();
  const singles = new Set<SingleKind>();
  for (const kind of LIST_KINDS) {
    if (kind === 'templates') continue;
    const validate = validatorOf(kind);
    for (const entry of expanded.lists[kind]) {
      if (validate(entry)) continue;
      entries.add(entry);
      reportAll(validate, entry, { node: entry }, report);
    }
  }
  for (const kind of SINGLE_KINDS) {
    const single = expanded.singles[kind];
    if (!single) continue;
    const validate = validatorOf(kind);
    if (validate(single.value)) continue;
    singles.add(kind);
    reportAll(validate, single.value, { node: single.holder, key: kind }, report);
  }
  return { entries, singles };
}

/** Reports every error of the last validation once. */
function reportAll(validate: ValidateFunction, root: unknown, at: Target, report: Report): void {
  const errors = validate.errors ?? [];
  const misspelt = new Set(errors.flatMap((error) => misspeltKey(error) ?? []));
  const seen = new Set<string>();
  for (const error of errors) {
    const { instancePath: path } = error;
    const wanted = wantedKeys(error);
    // A misspelt key is one fault, not a key too much and a key too few.
    if (wanted.some((key) => misspelt.has(`${path}|${key}`))) continue;
    if (isMiscounted(error)) continue;
    const key =
      commonFault(error) ??
      `${path}|${wanted.length === 1 ? wanted[0] : (unknownKeyOf(error) ?? '')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    reportOne(error, root, at, report);
  }
}

/** Whether a list of numbers only seems too short or long, because one entry is none. */
function isMiscounted({ keyword, parentSchema, data }: ErrorObject): boolean {
  const items = parentSchema?.['items'] as { type?: unknown } | undefined;
  return (
    (keyword === 'minItems' || keyword === 'maxItems') &&
    items?.type === 'number' &&
    (data as readonly unknown[]).some((item) => typeof item !== 'number')
  );
}

/** What several errors have in common that are one fault: numbers of a list, a text cut at its commas. */
function commonFault({ instancePath, parentSchema, data }: ErrorObject): string | null {
  const [, owner, step] = /^(.*)\/([^/]*)$/.exec(instancePath) ?? [];
  if (parentSchema?.['type'] === 'number' && /^\d+$/.test(step ?? '')) return owner!;
  return data === null && isCutOff(step ?? '') ? owner! : null;
}

/** Whether a key can only be what a comma cut off: `120` or `55)` of `rgb(27, 120, 55)`. */
function isCutOff(key: string): boolean {
  return /^[\d.]+\)?$/.test(key);
}

function unknownKeyOf({ keyword, params }: ErrorObject): string | null {
  return keyword === 'additionalProperties' ? String(params['additionalProperty']) : null;
}

/** The place and right name of a key that is nearly one of the known ones. */
function misspeltKey(error: ErrorObject): string | null {
  const key = unknownKeyOf(error);
  const nearest = key === null ? undefined : nearestKey(key, knownKeys(error));
  return nearest === undefined ? null : `${error.instancePath}|${nearest}`;
}

/** The known key that was meant: `type` for `type:fill`, which lacks its space, and for `tpye`. */
function nearestKey(key: string, known: readonly string[]): string | undefined {
  const glued = /^([\w-]+):./.exec(key)?.[1];
  return glued !== undefined && known.includes(glued) ? glued : suggest(key, known);
}

function knownKeys({ parentSchema }: ErrorObject): string[] {
  return Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
}

/** The keys an error finds missing. */
function wantedKeys({ keyword, params, data }: ErrorObject): readonly string[] {
  if (keyword === 'required' || keyword === 'dependentRequired')
    return [String(params['missingProperty'])];
  if (keyword === 'discriminator' && !(isMapping(data) && String(params['tag']) in data))
    return [String(params['tag'])];
  if (keyword === 'x-exactly-one' || keyword === 'x-at-least-one') {
    const found = (params['found'] as readonly string[] | undefined) ?? [];
    return found.length > 0 ? [] : (params['keys'] as readonly string[]);
  }
  return [];
}

/** Where an error lies: the innermost mapping or list on its path, and the key in it. */
function placeOf(
  path: string,
  root: unknown,
  at: Target,
): { target: Target; value: unknown; name: string; entry: { entry?: number } } {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let target = at;
  let value = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) break;
    const key = Array.isArray(value) ? Number(step) : step;
    target = { node: value, key };
    value = (value as Record<string, unknown>)[step];
  }
  const last = steps.at(-1) ?? String(at.key ?? '');
  const inList = typeof target.key === 'number' && steps.length > 0;
  const name = inList ? (steps.at(-2) ?? String(at.key ?? '')) : last;
  return { target, value, name, entry: inList ? { entry: Number(last) + 1 } : {} };
}

function reportOne(error: ErrorObject, root: unknown, at: Target, report: Report): void {
  const { target, value, name, entry } = placeOf(error.instancePath, root, at);
  const params = error.params as Readonly<Record<string, unknown>>;
  const schema = error.parentSchema as Readonly<Record<string, unknown>> | undefined;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const known = knownKeys(error);
      const elsewhere = root === value || isMapping(value) ? elsewhereOf(key, value) : {};
      report.error(
        'unknown-key',
        { node: value as object, key, part: 'key' },
        { key, nearest: nearestKey(key, known) ?? '', known, ...elsewhere },
      );
      return;
    }
    case 'dependentRequired':
      report.error(
        'key-needs',
        { node: value as object, key: String(params['property']), part: 'key' },
        { key: String(params['property']), missing: String(params['missingProperty']) },
      );
      return;
    case 'required': {
      const key = String(params['missingProperty']);
      const slip = slipOf(key, value, schema);
      if (slip !== undefined) {
        const target: Target = { node: value as object, key: slip, part: 'key' };
        report.error('unknown-key', target, { key: slip, nearest: key, known: [key] });
        return;
      }
      const wanted = (schema?.['properties'] as Record<string, object> | undefined)?.[key];
      report.error('missing-key', ownerOf(value, target), {
        key,
        parent: titleOf(schema, name),
        known: choicesOf(schema, key),
        ...describe(wanted as Readonly<Record<string, unknown>> | undefined),
      });
      return;
    }
    case 'type':
      if (value === null && isCutOff(name)) {
        report.error('comma-in-text', { ...target, part: 'key' }, { found: name });
        return;
      }
      report.error('wrong-type', target, {
        key: name,
        ...entry,
        expected: expectedTypes(schema?.['type']),
        found: nameOfType(value),
        ...(typeof value === 'string' ? { value } : {}),
        ...describe(schema),
      });
      return;
    case 'enum':
    case 'const':
    case 'x-words': {
      const known = (
        (params['allowedValues'] as unknown[] | undefined) ?? [params['allowedValue']]
      ).map(String);
      report.error('not-in-list', target, {
        key: name,
        found: show(value),
        nearest: suggest(show(value), known) ?? '',
        known,
        ...(Array.isArray(schema?.['type']) && schema['type'].includes('array') ? { list: 1 } : {}),
      });
      return;
    }
    case 'discriminator': {
      const tag = String(params['tag']);
      const known = choicesOf(schema, tag);
      if (!isMapping(value) || !(tag in value))
        report.error('missing-key', ownerOf(value, target), {
          key: tag,
          parent: titleOf(schema, name),
          known,
        });
      else
        report.error(
          'not-in-list',
          { node: value, key: tag },
          {
            key: tag,
            found: show(value[tag]),
            nearest: suggest(show(value[tag]), known) ?? '',
            known,
          },
        );
      return;
    }
    case 'minimum':
    case 'maximum':
      report.error('out-of-range', target, {
        key: name,
        ...entry,
        found: show(value),
        comparison: String(params['comparison']),
        limit: Number(params['limit']),
        ...describe(schema),
      });
      return;
    case 'pattern':
      report.error('bad-format', target, {
        key: name,
        found: show(value),
        ...describe(schema),
        ...exampleOf(schema),
      });
      return;
    case 'minItems':
    case 'maxItems':
    case 'minLength':
    case 'minProperties':
    case 'maxProperties':
    case 'uniqueItems':
    case 'items':
      report.error('wrong-length', target, {
        key: name,
        found: lengthOf(value),
        rule: error.keyword,
        ...(error.keyword === 'uniqueItems' ? { twice: twiceIn(value, params) } : {}),
        limit: Number(params['limit'] ?? params['len'] ?? 0),
      });
      return;
    case 'x-exactly-one':
    case 'x-at-least-one': {
      const found = (params['found'] as string[] | undefined) ?? [];
      const [, second] = found;
      report.error(
        'one-of-keys',
        second === undefined
          ? ownerOf(value, target)
          : { node: value as object, key: second, part: 'key' },
        { known: params['keys'] as string[], found },
      );
      return;
    }
    default:
      throw new Error(`The schemas use the keyword ${error.keyword}, which has no message`);
  }
}

/** Where a key that is wrong on this sublayer would be right. */
function elsewhereOf(key: string, value: unknown): { elsewhere?: string; type?: string } {
  const type = isMapping(value) ? value['type'] : undefined;
  if (typeof type !== 'string') return {};
  if (key === 'outline' || (key === 'classes' && type !== 'raster'))
    return { elsewhere: key, type };
  const part = (['paint', 'layout'] as const).find(
    (name) => key in ((latest as unknown as Record<string, object>)[`${name}_${type}`] ?? {}),
  );
  return part ? { elsewhere: part, type } : {};
}

/** A missing key is shown at the key of the thing that lacks it, or at the thing's id. */
function ownerOf(value: unknown, target: Target): Target {
  if (isMapping(value) && 'id' in value) return { node: value, key: 'id' };
  return target.key === undefined || typeof target.key === 'number'
    ? target
    : { ...target, part: 'key' };
}

function titleOf(schema: Readonly<Record<string, unknown>> | undefined, name: string): string {
  const title = schema?.['title'];
  return typeof title === 'string' ? title.toLowerCase() : name;
}

function describe(schema: Readonly<Record<string, unknown>> | undefined): { hint?: string } {
  const hint = schema?.['description'];
  return typeof hint === 'string' ? { hint } : {};
}

/** The first example of a schema that is a text. */
function exampleOf(schema: Readonly<Record<string, unknown>> | undefined): { example?: string } {
  const example = (schema?.['examples'] as readonly unknown[] | undefined)?.[0];
  return typeof example === 'string' ? { example } : {};
}

/** The value that stands twice in a list; empty for one that is no text or number. */
function twiceIn(list: unknown, { i }: Readonly<Record<string, unknown>>): string {
  const value = Array.isArray(list) ? (list[Number(i)] as unknown) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: '`true` or `false`',
  null: 'nothing',
};

function expectedTypes(type: unknown): string {
  const names = (Array.isArray(type) ? type : [type]).map(
    (name) => TYPE_WORDS[String(name)] ?? String(name),
  );
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names[0]!;
}

function choicesOf(schema: Readonly<Record<string, unknown>> | undefined, tag: string): string[] {
  const branches = (schema?.['oneOf'] as Readonly<Record<string, unknown>>[] | undefined) ?? [];
  return branches.flatMap((branch) => {
    const spec = ((branch['properties'] as
      Record<string, { const?: unknown; enum?: unknown[] }> | undefined) ?? {})[tag];
    return spec?.const === undefined ? (spec?.enum ?? []).map(String) : [String(spec.const)];
  });
}

function show(value: unknown): string {
  return typeof value === 'object' ? nameOfType(value) : String(value);
}

/** The key of a union's entry that was meant as the one that is missing; the branches know it not. */
function slipOf(
  missing: string,
  value: unknown,
  schema: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const branches = schema?.['oneOf'] as readonly { properties?: object }[] | undefined;
  if (!branches || !isMapping(value)) return undefined;
  const known = new Set(branches.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Object.keys(value).find(
    (key) => !known.has(key) && nearestKey(key, [missing]) === missing,
  );
}

function lengthOf(value: unknown): number {
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  return isMapping(value) ? Object.keys(value).length : 0;
}
