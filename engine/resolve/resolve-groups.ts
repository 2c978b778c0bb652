import type { Category, Country, Group, Level, Sublayer } from '../model/model.ts';
import type { RawNode } from '../parse/origins.ts';
import { lookUp, type ResolveContext } from './context.ts';
import { fieldsOfSublayer } from './fields-read.ts';
import { resolveInfo, strictestDenial } from './resolve-datasets.ts';
import { resolveLegend, resolvePopup, resolveSublayers } from './resolve-sublayers.ts';
import { booleanOf, numberOf, stringOf, stringsOf } from './raw.ts';

/**
 * Resolves one group. Its permission is the strictest of its datasets and of the fields its style
 * reads; `permission` may tighten it. Diagnostics: `unknown-category`, `unknown-country`,
 * `unknown-level`, `group-laxer-than-dataset`, `unguarded-source`, `no-sublayers`.
 */
export function resolveGroup(
  raw: RawNode,
  context: ResolveContext & { readonly categories: ReadonlyMap<string, Category> },
): Group | undefined {
  const id = stringOf(raw, 'id');
  const categoryId = stringOf(raw, 'category');
  if (id === undefined || categoryId === undefined) return undefined;
  // Where there are none at all, that is the fault.
  const category =
    context.expanded.lists.categories.length === 0
      ? undefined
      : lookUp(context.categories, categoryId, 'category', { node: raw, key: 'category' }, context);
  const sublayers = resolveSublayers(raw, context, { base: false });
  if (sublayers.length === 0 && !context.incomplete.has(raw)) {
    context.report.error('no-sublayers', { node: raw, key: 'id' }, { id });
  }
  if (!category) return undefined;
  const { permission, whenDenied } = resolveGroupAccess(raw, id, sublayers, context);
  const group: Group = {
    id,
    aliases: stringsOf(raw, 'aliases'),
    name: context.texts.resolve(raw, 'name'),
    subtitle: context.texts.resolveOptional(raw, 'subtitle'),
    category,
    order: numberOf(raw, 'order') ?? 1000,
    checked: booleanOf(raw, 'checked') ?? false,
    open: booleanOf(raw, 'open') ?? false,
    opacity: numberOf(raw, 'opacity') ?? 1,
    coverage: resolveCoverage(raw, sublayers, context),
    permission,
    whenDenied,
    popup: resolvePopup(raw, context),
    legend: resolveLegend(raw, context),
    info: resolveInfo((raw['info'] ?? undefined) as RawNode | undefined, context),
    sublayers,
    project: null,
  };
  context.nodes.set(group, raw);
  return group;
}

function resolveGroupAccess(
  raw: RawNode,
  id: string,
  sublayers: readonly Sublayer[],
  context: ResolveContext,
): { permission: Level; whenDenied: 'lock' | 'hide' } {
  let derived = context.levels[0]!;
  const denials: Level[] = [];
  let hides = false;
  for (const sublayer of sublayers) {
    if (sublayer.source.kind !== 'dataset') continue;
    const { dataset } = sublayer.source;
    const needed = [dataset.permission.view];
    for (const name of fieldsOfSublayer(sublayer)) {
      const field = dataset.fields.get(name);
      if (field) needed.push(field.permission);
    }
    for (const level of needed) {
      if (level.rank > derived.rank) derived = level;
      if (level.rank > 0) denials.push(level);
    }
    if (dataset.whenDenied === 'hide' && dataset.permission.view.rank > 0) hides = true;
  }
  const wanted = stringOf(raw, 'permission');
  const own =
    wanted === undefined
      ? undefined
      : lookUp(
          new Map(context.levels.map((level) => [level.id, level])),
          wanted,
          'level',
          { node: raw, key: 'permission' },
          context,
        );
  if (own && own.rank < derived.rank) {
    context.report.error(
      'group-laxer-than-dataset',
      { node: raw, key: 'permission' },
      { group: id, found: own.id, needed: derived.id },
    );
  }
  const permission = own && own.rank > derived.rank ? own : derived;
  if (permission.rank > 0) {
    const unguarded = new Set<string>();
    for (const sublayer of sublayers) {
      if (sublayer.source.kind !== 'source' || unguarded.has(sublayer.source.source.id)) continue;
      unguarded.add(sublayer.source.source.id);
      const node = context.nodes.get(sublayer)!;
      context.report.error(
        'unguarded-source',
        { node, ...(sublayer.outlineOf ? {} : { key: 'source' }) },
        { group: id, level: permission.id, source: sublayer.source.source.id },
      );
    }
    for (const sublayer of sublayers) {
      const { source } = sublayer;
      if (
        source.kind !== 'dataset' ||
        source.dataset.permission.view.rank >= permission.rank ||
        sublayer.outlineOf
      )
        continue;
      if (own && own.rank > derived.rank) {
        context.report.warn(
          'dataset-laxer-than-group',
          { node: raw, key: 'permission' },
          {
            group: id,
            level: permission.id,
            dataset: source.dataset.id,
            open: source.dataset.permission.view.id,
          },
        );
      }
    }
  }
  const whenDenied = hides
    ? 'hide'
    : strictestDenial(own ? [...denials, own] : denials, stringOf(raw, 'when-denied'));
  if (stringOf(raw, 'when-denied') === 'lock' && whenDenied === 'hide') {
    context.report.error('denial-laxer', { node: raw, key: 'when-denied' }, { group: id });
  }
  return { permission, whenDenied };
}

function resolveCoverage(
  raw: RawNode,
  sublayers: readonly Sublayer[],
  context: ResolveContext,
): readonly Country[] | 'all' {
  const coverage = raw['coverage'];
  if (coverage === 'all') return 'all';
  if (Array.isArray(coverage)) {
    return coverage.flatMap((id: unknown, i) => {
      const country = lookUp(
        context.countries,
        String(id),
        'country',
        { node: coverage, key: i },
        context,
      );
      return country ? [country] : [];
    });
  }
  const found = new Set(
    sublayers.flatMap((sublayer) => (sublayer.country ? [sublayer.country] : [])),
  );
  return found.size === 0 || found.size === context.countries.size
    ? 'all'
    : [...context.countries.values()].filter((country) => found.has(country));
}
