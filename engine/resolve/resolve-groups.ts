import type { Category, Country, Group, Sublayer } from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import { lookUp, type ResolveContext } from './context.ts';
import { resolveGroupAccess } from './resolve-access.ts';
import { resolveInfo } from './resolve-datasets.ts';
import { resolveLegend, resolvePopup, resolveSublayers } from './resolve-sublayers.ts';
import { booleanOf, numberOf, stringOf, stringsOf } from './raw.ts';

/**
 * Resolves one group. Diagnostics: `unknown-category`, `unknown-country`, `no-sublayers`, those of
 * its access.
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
  const { permission, whenDenied } = resolveGroupAccess(raw, { id, sublayers }, context);
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
