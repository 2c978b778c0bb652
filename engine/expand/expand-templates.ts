import { LIST_KINDS, type ListKind } from '../../schemas/index.ts';
import type { RawNode, Report } from '../model/report.ts';
import { isMapping } from '../parse/node-type.ts';
import type { Origins } from '../parse/origins.ts';
import { byKind, type Skeleton } from './check-skeleton.ts';
import { substitute, type ExpandContext, type ExpansionNote, type OpenKind } from './context.ts';
import { addTemplate, reportCircles, reportUnused } from './declared-templates.ts';
import { expandSublayer } from './expand-sublayer.ts';
import { withFieldsOfTemplates } from './fields-of-templates.ts';
import { readFor } from './for-list.ts';
import { mentionsIn } from './substitute.ts';

type PlainKind = Exclude<ListKind, 'templates'>;

/** The configuration with templates and `for` expanded. Every node has its origin. */
export interface Expanded extends Omit<Skeleton, 'lists'> {
  readonly lists: Readonly<Record<PlainKind, readonly RawNode[]>>;
  readonly notes: Map<object, ExpansionNote>;
  /**
   * Entries that lost sublayers, and lists of the model that lost entries, because of errors. Checks
   * on missing content skip them.
   */
  readonly incomplete: WeakSet<object>;
  /** Entries with an unknown parameter. */
  readonly faulty: ReadonlySet<object>;
  /**
   * Kinds in which the id of some entry is unknown; an unknown reference may refer to that entry.
   */
  readonly open: ReadonlySet<OpenKind>;
}

/**
 * Expands every entry with `for`, every sublayer with `use` and every dataset whose fields `use`
 * templates. Ids of expanded sublayers are `<country>-<id>`. Diagnostics: those of the shape of
 * templates and calls, `unknown-template`, `templates-in-a-circle`,
 * `missing-parameter`, `unknown-parameter`, `wrong-parameter-type`, `unused-parameter`,
 * `unused-template`, `unknown-override`, `lists-unequal`, `unknown-country`, `duplicate-id`.
 */
export function expandTemplates(skeleton: Skeleton, origins: Origins, report: Report): Expanded {
  const { countries, areAll } = countriesOf(skeleton);
  const context: ExpandContext = {
    origins,
    report,
    countries,
    notes: new Map(),
    incomplete: new WeakSet(),
    faulty: new Set(skeleton.faulty),
    open: new Set(areAll ? [] : ['countries']),
    templates: new Map(),
    used: new Set(),
    knowledge: { datasets: new Set(), classes: new Set(), countries },
  };
  const { groups, 'base-layers': baseLayers, templates } = skeleton.lists;
  const owners = [...groups, ...baseLayers, ...templates];
  const calls = owners.flatMap(({ sublayers }) => sublayers).filter(isMapping);
  for (const template of templates) addTemplate(template, calls, context);
  reportCircles(context);
  const kinds = LIST_KINDS.filter((kind) => kind !== 'templates');
  const lists = byKind(kinds, (kind) =>
    skeleton.lists[kind].flatMap((entry) => writeOut(entry, kind, context)),
  );
  lists.datasets = lists.datasets.map((dataset) => withFieldsOfTemplates(dataset, context));
  for (const kind of kinds)
    if (lists[kind].some(({ id }) => typeof id !== 'string')) context.open.add(kind);
  for (const { id } of [...lists.datasets, ...lists.sources])
    context.knowledge.datasets.add(String(id));
  for (const { id } of lists.classes) context.knowledge.classes.add(String(id));
  lists.groups = lists.groups.map((group) =>
    withSublayers(withSublayerOf(group, context), context),
  );
  lists['base-layers'] = lists['base-layers'].map((base) => withSublayers(base, context));
  reportUnused(context);
  const single = Object.values(skeleton.singles).map(({ value }) => value);
  const ofLocales = [...skeleton.texts.values(), ...skeleton.interface.values()];
  for (const part of [...Object.values(lists).flat(), ...single, ...ofLocales])
    if (isMapping(part)) reportOutside(part, context);
  const { notes, incomplete, faulty, open } = context;
  return { ...skeleton, lists, notes, incomplete, faulty, open };
}

/** Returns the countries with an id, and whether each country has one. */
function countriesOf(skeleton: Skeleton): {
  readonly countries: readonly RawNode[];
  readonly areAll: boolean;
} {
  const region = skeleton.singles.region?.value;
  const list = isMapping(region) ? region['countries'] : undefined;
  if (!Array.isArray(list)) return { countries: [], areAll: true };
  const seen = new Set<string>();
  const withId = list.filter(isMapping).filter(({ id }) => typeof id === 'string');
  // Countries with a missing or duplicate id are reported later, once.
  const countries = withId.filter(({ id }) => !seen.has(String(id)) && seen.add(String(id)));
  return { countries, areAll: withId.length === list.length };
}

function writeOut(entry: RawNode, kind: PlainKind, context: ExpandContext): RawNode[] {
  if (!('for' in entry)) return [entry];
  const { for: _, ...body } = entry;
  context.origins.record(body, entry);
  const { iterations, areAll } = readFor(entry, context);
  if (!areAll) context.open.add(kind);
  return iterations.map(({ values, label }) => {
    const { copy, whole } = substitute(body, values, { call: null, expansion: label }, context);
    if (!whole || context.faulty.has(entry)) context.faulty.add(copy);
    return copy;
  });
}

/**
 * Reports parameters outside of templates, of entries with `for` and of arguments. Diagnostic:
 * `unknown-parameter`.
 */
function reportOutside(entry: RawNode, { faulty, report }: ExpandContext): void {
  for (const { name, ...target } of mentionsIn(entry)) {
    faulty.add(entry);
    report.error('unknown-parameter', target, { found: name, nearest: '', known: [] });
  }
}

/** Returns a group with `source` in place of `sublayers` with its sublayer. */
function withSublayerOf(group: RawNode, context: ExpandContext): RawNode {
  const { source, ...others } = group;
  if (typeof source !== 'string' || 'sublayers' in group) return group;
  const sublayer = { id: source, type: 'raster', source };
  const copy = { ...others, sublayers: [sublayer] };
  for (const made of [sublayer, copy.sublayers, copy]) context.origins.record(made, group);
  if (context.faulty.has(group)) context.faulty.add(copy);
  return copy;
}

function withSublayers(owner: RawNode, context: ExpandContext): RawNode {
  const list: unknown = owner['sublayers'];
  if (!Array.isArray(list) || !list.some(needsExpansion)) return owner;
  const made = list.flatMap((item: unknown) =>
    needsExpansion(item) ? expandSublayer(item, context) : [item],
  );
  const sublayers = made.filter((sublayer) => sublayer !== null);
  context.origins.record(sublayers, list);
  const copy = { ...owner, sublayers };
  if (sublayers.length < made.length) context.incomplete.add(copy);
  if (context.faulty.has(owner)) context.faulty.add(copy);
  context.origins.record(copy, owner);
  return copy;
}

function needsExpansion(item: unknown): item is RawNode {
  return isMapping(item) && ('use' in item || 'for' in item);
}
