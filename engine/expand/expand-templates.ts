import { suggest } from '../diagnostics/suggest.ts';
import type { Origins, RawNode, Report } from '../parse/origins.ts';
import {
  isMapping,
  LIST_KINDS,
  nameOfType,
  type ListKind,
  type Skeleton,
} from './check-skeleton.ts';
import { readFor, type Turn } from './for-list.ts';
import { checkArguments, type TemplateKnowledge } from './template-arguments.ts';
import { copyWith, type Environment, type SubstitutionFault } from './substitute.ts';

/** An expanded sublayer knows the id it was declared with and its country. */
export interface ExpansionNote {
  readonly declaredId: string;
  readonly country: string | null;
}

/** The configuration with templates and `for` written out; every node knows its origin. */
export interface Expanded extends Omit<Skeleton, 'lists'> {
  readonly lists: Readonly<Record<Exclude<ListKind, 'templates'>, readonly RawNode[]>>;
  readonly notes: WeakMap<object, ExpansionNote>;
}

/**
 * Writes out every entry with `for` and every sublayer with `use`. Ids of expanded sublayers are
 * `<country>-<id>`. Diagnostics: `unknown-template`, `missing-parameter`, `unknown-parameter`,
 * `wrong-parameter-type`, `unused-parameter`, `unknown-override`, `lists-unequal`,
 * `unknown-country`, `wrong-type`.
 */
export function expandTemplates(skeleton: Skeleton, origins: Origins, report: Report): Expanded {
  const countries = countriesOf(skeleton);
  const notes = new WeakMap<object, ExpansionNote>();
  const context: Context = {
    origins,
    report,
    countries,
    notes,
    templates: new Map(),
    used: new Map(),
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
  return { ...skeleton, lists, notes };
}

interface Context {
  readonly origins: Origins;
  readonly report: Report;
  readonly countries: readonly RawNode[];
  readonly notes: WeakMap<object, ExpansionNote>;
  readonly templates: Map<string, RawNode>;
  /** Parameters a template's body mentions, once it was expanded. */
  readonly used: Map<string, Set<string>>;
  readonly knowledge: TemplateKnowledge;
}

function countriesOf(skeleton: Skeleton): readonly RawNode[] {
  const region = skeleton.singles.region?.value;
  const list = isMapping(region) ? region['countries'] : undefined;
  return Array.isArray(list) ? list.filter(isMapping) : [];
}

function addTemplate(template: RawNode, { templates, report }: Context): void {
  const id = template['id'];
  if (typeof id !== 'string') {
    report.error('missing-key', { node: template }, { key: 'id', parent: 'a template' });
    return;
  }
  const first = templates.get(id);
  if (first) {
    report.error('duplicate-id', { node: template, key: 'id' }, { kind: 'template', id }, [
      { target: { node: first, key: 'id' }, note: 'first-defined-here' },
    ]);
    return;
  }
  for (const key of Object.keys(template)) {
    if (key.startsWith('x-') || TEMPLATE_KEYS.includes(key)) continue;
    report.error(
      'unknown-key',
      { node: template, key, part: 'key' },
      { key, nearest: suggest(key, TEMPLATE_KEYS) ?? '', known: TEMPLATE_KEYS },
    );
  }
  templates.set(id, template);
}

const TEMPLATE_KEYS = ['id', 'parameters', 'sublayers'];

function writeOutEntry(entry: RawNode, context: Context): RawNode[] {
  if (!('for' in entry)) return [entry];
  return readFor(entry, context.countries, context.report).map((turn) => {
    const { for: _, ...body } = entry;
    context.origins.record(body, entry);
    return substitute(body, new Map(turn.values), null, turn.label, context);
  });
}

function substitute(
  node: RawNode,
  environment: Environment,
  call: object | null,
  expansion: string | null,
  context: Context,
  used = new Set<string>(),
): RawNode {
  const faults: SubstitutionFault[] = [];
  const copy = copyWith(node, {
    environment,
    origins: context.origins,
    call,
    expansion,
    used,
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
  return copy;
}

function withSublayers(owner: RawNode, context: Context): RawNode {
  const list = owner['sublayers'];
  if (
    !Array.isArray(list) ||
    !list.some((item) => isMapping(item) && ('use' in item || 'for' in item))
  )
    return owner;
  const sublayers = list.flatMap((item: unknown) =>
    isMapping(item) && ('use' in item || 'for' in item) ? expandUse(item, context) : [item],
  );
  context.origins.record(sublayers, list);
  const copy = { ...owner, sublayers };
  context.origins.record(copy, owner);
  return copy;
}

const USE_KEYS = ['use', 'for', 'with', 'override'];

function expandUse(use: RawNode, context: Context): unknown[] {
  const { report, templates, origins } = context;
  if (!('use' in use)) return forOnPlainSublayer(use, context);
  for (const key of Object.keys(use)) {
    if (key.startsWith('x-') || USE_KEYS.includes(key)) continue;
    report.error(
      'unknown-key',
      { node: use, key, part: 'key' },
      { key, nearest: suggest(key, USE_KEYS) ?? '', known: USE_KEYS },
    );
  }
  const name = use['use'];
  const template = typeof name === 'string' ? templates.get(name) : undefined;
  if (!template) {
    const known = [...templates.keys()];
    report.error(
      'unknown-template',
      { node: use, key: 'use' },
      { found: String(name), nearest: suggest(String(name), known) ?? '', known },
    );
    return [];
  }
  const body = template['sublayers'];
  if (!Array.isArray(body)) {
    report.error(
      'wrong-type',
      { node: template, key: 'sublayers' },
      { key: 'sublayers', expected: 'a list', found: nameOfType(body) },
    );
    return [];
  }
  const turns: readonly (Turn | null)[] =
    'for' in use ? readFor(use, context.countries, report) : [null];
  checkOverrides(use, turns, context);
  const used = context.used.get(String(name)) ?? new Set<string>();
  context.used.set(String(name), used);
  return turns.flatMap((turn) => {
    const environment = argumentsOf(use, template, turn, context);
    if (!environment) return [];
    return body.filter(isMapping).map((sublayer) => {
      const copy = substitute(sublayer, environment, use, turn?.label ?? null, context, used);
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
function forOnPlainSublayer(sublayer: RawNode, context: Context): unknown[] {
  return readFor(sublayer, context.countries, context.report).map((turn) => {
    const { for: _, ...body } = sublayer;
    context.origins.record(body, sublayer);
    const copy = substitute(body, new Map(turn.values), null, turn.label, context);
    const declaredId = String(copy['id']).replace(
      new RegExp(`^${turn.label}-|-${turn.label}$`),
      '',
    );
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

function argumentsOf(
  use: RawNode,
  template: RawNode,
  turn: Turn | null,
  context: Context,
): Environment | null {
  const loop: Environment = turn?.values ?? new Map();
  const given = new Map<string, { value: unknown; node: object; key: string }>();
  const read = (holder: unknown): void => {
    if (!isMapping(holder)) return;
    const values = substitute(holder, loop, use, turn?.label ?? null, context);
    for (const [key, value] of Object.entries(values)) given.set(key, { value, node: holder, key });
  };
  for (const [name, value] of loop) given.set(name, { value, node: use, key: 'for' });
  read(use['with']);
  if (turn && isMapping(use['override'])) read(use['override'][turn.label]);
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

function reportUnused(id: string, template: RawNode, { used, report }: Context): void {
  const mentioned = used.get(id);
  if (!mentioned) {
    report.warn('unused-template', { node: template, key: 'id' }, { id });
    return;
  }
  const parameters = template['parameters'];
  if (!isMapping(parameters)) return;
  for (const name of Object.keys(parameters)) {
    if (mentioned.has(name) || name === 'country') continue;
    report.error('unused-parameter', { node: parameters, key: name, part: 'key' }, { name, id });
  }
}
