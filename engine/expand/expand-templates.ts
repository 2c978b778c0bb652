import { suggest } from '../diagnostics/suggest.ts';
import type { Origins } from '../parse/origins.ts';
import type { RawNode, Report } from '../model/report.ts';
import {
  isMapping,
  LIST_KINDS,
  nameOfType,
  type ListKind,
  type Skeleton,
} from './check-skeleton.ts';
import { readFor, type Turn } from './for-list.ts';
import { checkArguments, checkParameters, type TemplateKnowledge } from './template-arguments.ts';
import { copyWith, parametersIn, type Environment, type SubstitutionFault } from './substitute.ts';

/** An expanded sublayer knows the id it was declared with and its country. */
export interface ExpansionNote {
  readonly declaredId: string;
  readonly country: string | null;
}

/** The configuration with templates and `for` written out; every node knows its origin. */
export interface Expanded extends Omit<Skeleton, 'lists'> {
  readonly lists: Readonly<Record<Exclude<ListKind, 'templates'>, readonly RawNode[]>>;
  readonly notes: Map<object, ExpansionNote>;
  /** Entries that lost sublayers to faults: what they seem to lack is not a second fault. */
  readonly incomplete: WeakSet<object>;
}

/**
 * Writes out every entry with `for` and every sublayer with `use`. Ids of expanded sublayers are
 * `<country>-<id>`. Diagnostics: `unknown-template`, `missing-parameter`, `unknown-parameter`,
 * `wrong-parameter-type`, `unused-parameter`, `unknown-override`, `lists-unequal`,
 * `unknown-country`, `wrong-type`.
 */
export function expandTemplates(skeleton: Skeleton, origins: Origins, report: Report): Expanded {
  const countries = countriesOf(skeleton);
  const notes = new Map<object, ExpansionNote>();
  const incomplete = new WeakSet<object>();
  const context: Context = {
    origins,
    report,
    countries,
    notes,
    incomplete,
    templates: new Map(),
    used: new Set(),
    knowledge: { datasets: new Set(), classes: new Set(), countries },
  };
  for (const template of skeleton.lists.templates) addTemplate(template, context);
  const lists = {} as Record<Exclude<ListKind, 'templates'>, RawNode[]>;
  const early = LIST_KINDS.filter((kind) => kind !== 'templates' && kind !== 'groups');
  for (const kind of early)
    lists[kind as 'datasets'] = skeleton.lists[kind].flatMap((entry) =>
      writeOutEntry(entry, context),
    );
  for (const kind of ['datasets', 'sources'] as const)
    for (const { id } of lists[kind]) context.knowledge.datasets.add(String(id));
  for (const { id } of lists.classes) context.knowledge.classes.add(String(id));
  lists.groups = skeleton.lists.groups
    .flatMap((entry) => writeOutEntry(entry, context))
    .map((group) => withSublayers(group, context));
  lists['base-layers'] = lists['base-layers'].map((base) => withSublayers(base, context));
  for (const [id, template] of context.templates) reportUnused(id, template, context);
  return { ...skeleton, lists, notes, incomplete };
}

interface Context {
  readonly origins: Origins;
  readonly report: Report;
  readonly countries: readonly RawNode[];
  readonly notes: Map<object, ExpansionNote>;
  readonly incomplete: WeakSet<object>;
  /** Null where a template is not fit for use. */
  readonly templates: Map<string, RawNode | null>;
  /** Templates that some entry names. */
  readonly used: Set<string>;
  readonly knowledge: TemplateKnowledge;
}

function countriesOf(skeleton: Skeleton): readonly RawNode[] {
  const region = skeleton.singles.region?.value;
  const list = isMapping(region) ? region['countries'] : undefined;
  if (!Array.isArray(list)) return [];
  const seen = new Set<string>();
  // A country without an id, or with that of another, is reported later, once.
  return list
    .filter(isMapping)
    .filter(({ id }) => typeof id === 'string' && !seen.has(id) && seen.add(id));
}

function addTemplate(template: RawNode, { templates, report }: Context): void {
  const id = template['id'];
  if (typeof id !== 'string') {
    report.error('missing-key', { node: template }, { key: 'id', parent: 'template' });
    return;
  }
  const first = templates.get(id);
  if (first !== undefined) {
    report.error('duplicate-id', { node: template, key: 'id' }, { kind: 'template', id }, [
      ...(first ? [{ target: { node: first, key: 'id' }, note: 'first-defined-here' }] : []),
    ]);
    return;
  }
  for (const key of Object.keys(template)) {
    if (TEMPLATE_KEYS.includes(key)) continue;
    report.error(
      'unknown-key',
      { node: template, key, part: 'key' },
      { key, nearest: suggest(key, TEMPLATE_KEYS) ?? '', known: TEMPLATE_KEYS },
    );
  }
  const body = template['sublayers'];
  if (body === undefined)
    report.error(
      'missing-key',
      { node: template, key: 'id' },
      { key: 'sublayers', parent: 'template' },
    );
  else if (!Array.isArray(body))
    report.error(
      'wrong-type',
      { node: template, key: 'sublayers' },
      { key: 'sublayers', expected: 'a list', found: nameOfType(body) },
    );
  const typed = checkParameters(template, report);
  templates.set(id, Array.isArray(body) && typed ? template : null);
}

const TEMPLATE_KEYS = ['id', 'parameters', 'sublayers'];

function writeOutEntry(entry: RawNode, context: Context): RawNode[] {
  if (!('for' in entry)) return [entry];
  return readFor(entry, context.countries, context.report).map((turn) => {
    const { for: _, ...body } = entry;
    context.origins.record(body, entry);
    return substitute(body, new Map(turn.values), null, turn.label, context).copy;
  });
}

function substitute(
  node: RawNode,
  environment: Environment,
  call: object | null,
  expansion: string | null,
  context: Context,
): { readonly copy: RawNode; readonly sound: boolean } {
  const faults: SubstitutionFault[] = [];
  const copy = copyWith(node, {
    environment,
    origins: context.origins,
    call,
    expansion,
    faults,
  });
  for (const fault of faults) {
    const known = [...environment.keys()];
    context.report.error(
      fault.code,
      { node: fault.node, key: fault.key },
      {
        found: fault.name,
        nearest: suggest(fault.name, known) ?? '',
        known,
      },
    );
  }
  return { copy, sound: faults.length === 0 };
}

function withSublayers(owner: RawNode, context: Context): RawNode {
  const list = owner['sublayers'];
  if (
    !Array.isArray(list) ||
    !list.some((item) => isMapping(item) && ('use' in item || 'for' in item))
  )
    return owner;
  let complete = true;
  const sublayers = list.flatMap((item: unknown) => {
    if (!isMapping(item) || !('use' in item || 'for' in item)) return [item];
    const made = expandUse(item, context);
    if (made.some((sublayer) => sublayer === null)) complete = false;
    return made.filter((sublayer) => sublayer !== null);
  });
  context.origins.record(sublayers, list);
  const copy = { ...owner, sublayers };
  if (!complete) context.incomplete.add(copy);
  context.origins.record(copy, owner);
  return copy;
}

const USE_KEYS = ['use', 'for', 'with', 'override'];

/** The sublayers of one entry; null stands for those that a fault keeps out. */
function expandUse(use: RawNode, context: Context): (RawNode | null)[] {
  const { report, templates, origins } = context;
  if (!('use' in use)) return forOnPlainSublayer(use, context);
  for (const key of Object.keys(use)) {
    if (USE_KEYS.includes(key)) continue;
    report.error(
      'unknown-key',
      { node: use, key, part: 'key' },
      { key, nearest: suggest(key, USE_KEYS) ?? '', known: USE_KEYS },
    );
  }
  const name = use['use'];
  const template = typeof name === 'string' ? templates.get(name) : undefined;
  if (typeof name === 'string') context.used.add(name);
  if (template === null) return [null];
  if (!template) {
    const known = [...templates.keys()];
    report.error(
      'unknown-template',
      { node: use, key: 'use' },
      { found: String(name), nearest: suggest(String(name), known) ?? '', known },
    );
    return [null];
  }
  const body = template['sublayers'] as readonly unknown[];
  const turns: readonly (Turn | null)[] =
    'for' in use ? readFor(use, context.countries, report) : [null];
  if (turns.length === 0) return [null];
  checkOverrides(use, turns, context);
  return turns.flatMap((turn) => {
    const environment = argumentsOf(use, template, turn, context);
    if (!environment) return [null];
    return body.filter(isMapping).map((sublayer) => {
      const { copy, sound } = substitute(sublayer, environment, use, turn?.label ?? null, context);
      if (!sound) return null;
      const declaredId = String(copy['id']);
      const result = turn ? { ...copy, id: `${turn.label}-${declaredId}` } : copy;
      if (result !== copy) origins.record(result, copy);
      const country = turn?.values.get('country') ?? environment.get('country');
      context.notes.set(result, {
        declaredId,
        country: isMapping(country) ? String(country['id']) : null,
      });
      return result;
    });
  });
}

/** A sublayer written in place may carry `for` itself. */
function forOnPlainSublayer(sublayer: RawNode, context: Context): (RawNode | null)[] {
  const turns = readFor(sublayer, context.countries, context.report);
  if (turns.length === 0) return [null];
  return turns.map((turn) => {
    const { for: _, ...body } = sublayer;
    context.origins.record(body, sublayer);
    const { copy, sound } = substitute(body, new Map(turn.values), null, turn.label, context);
    if (!sound) return null;
    const declaredId = withoutLabel(String(copy['id']), turn.label);
    const country = turn.values.get('country');
    const result = { ...copy, id: `${turn.label}-${declaredId}` };
    context.origins.record(result, copy);
    context.notes.set(result, {
      declaredId,
      country: isMapping(country) ? String(country['id']) : null,
    });
    return result;
  });
}

/** An id may name its country itself: `${country}-area` and `area` both make `cmr-area`. */
function withoutLabel(id: string, label: string): string {
  if (id.startsWith(`${label}-`)) return id.slice(label.length + 1);
  return id.endsWith(`-${label}`) ? id.slice(0, -label.length - 1) : id;
}

function argumentsOf(
  use: RawNode,
  template: RawNode,
  turn: Turn | null,
  context: Context,
): Environment | null {
  const loop: Environment = turn?.values ?? new Map();
  const given = new Map<string, { value: unknown; node: object; key: string }>();
  let complete = true;
  const read = (holder: unknown): void => {
    if (!isMapping(holder)) return;
    const { copy, sound } = substitute(holder, loop, null, turn?.label ?? null, context);
    if (!sound) complete = false;
    for (const [key, value] of Object.entries(copy)) given.set(key, { value, node: copy, key });
  };
  for (const [name, value] of loop) given.set(name, { value, node: use, key: 'for' });
  read(use['with']);
  if (turn && isMapping(use['override'])) read(use['override'][turn.label]);
  if (!complete) return null;
  return checkArguments({
    use,
    template,
    given,
    knowledge: context.knowledge,
    report: context.report,
  });
}

function checkOverrides(use: RawNode, turns: readonly (Turn | null)[], { report }: Context): void {
  const overrides = use['override'];
  if (overrides === undefined) return;
  if (!isMapping(overrides)) {
    report.error(
      'wrong-type',
      { node: use, key: 'override' },
      { key: 'override', expected: 'a mapping', found: nameOfType(overrides) },
    );
    return;
  }
  const known = turns.flatMap((turn) => (turn ? [turn.label] : []));
  for (const key of Object.keys(overrides)) {
    if (known.includes(key)) continue;
    report.error(
      'unknown-override',
      { node: overrides, key, part: 'key' },
      { found: key, nearest: suggest(key, known) ?? '', known },
    );
  }
}

function reportUnused(id: string, template: RawNode | null, { used, report }: Context): void {
  if (!template) return;
  if (!used.has(id)) {
    report.warn('unused-template', { node: template, key: 'id' }, { id });
    return;
  }
  const parameters = template['parameters'];
  if (!isMapping(parameters)) return;
  const mentioned = parametersIn(template['sublayers']);
  const declared = Object.keys(parameters);
  for (const name of [...mentioned]) {
    // A misspelt mention is reported where it stands; what it meant is used.
    const meant = name in parameters ? undefined : suggest(name, declared);
    if (meant !== undefined) mentioned.add(meant);
  }
  for (const name of declared) {
    if (mentioned.has(name) || name === 'country') continue;
    report.error('unused-parameter', { node: parameters, key: name, part: 'key' }, { name, id });
  }
}
