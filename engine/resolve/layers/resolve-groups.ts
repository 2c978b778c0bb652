import type * as Config from '../../../schemas/config.g.ts';
import type { Country, Group, Sublayer } from '../../model/model.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import { resolveGroupAccess } from '../data/resolve-access.ts';
import { resolveLegend } from './resolve-legend.ts';
import { LAST, resolveInfo } from '../resolve-listed.ts';
import { resolvePopup } from './resolve-popup.ts';
import { fieldsOfSources } from '../data/resolve-source-ref.ts';
import { resolveSublayers } from './resolve-sublayers.ts';

/**
 * Resolves one group. Diagnostics: `unknown-category`, `unknown-country`, `no-sublayers`, those of
 * its access.
 */
export function resolveGroup(raw: Config.Group, context: ResolveContext): Group | undefined {
  const { id } = raw;
  const category = lookUp('category', raw.category, { node: raw, key: 'category' }, context);
  const sublayers = resolveSublayers(raw, context, { base: false });
  if (sublayers.length === 0 && !context.incomplete.has(raw))
    context.report.error('no-sublayers', { node: raw, key: 'id' }, { id });
  if (!category) return undefined;
  const { permission, whenDenied } = resolveGroupAccess(raw, { id, sublayers }, context);
  const declared = (): ReadonlySet<string> | undefined =>
    fieldsOfSources(sublayers.map(({ source }) => source));
  const group: Group = {
    id,
    aliases: raw.aliases ?? [],
    name: context.texts.resolve(raw, 'name'),
    subtitle: context.texts.resolveOptional(raw, 'subtitle') ?? null,
    keywords: context.texts.resolveOptional(raw, 'keywords') ?? null,
    category,
    order: raw.order ?? LAST,
    checked: raw.checked ?? false,
    open: raw.open ?? false,
    opacity: raw.opacity ?? 1,
    coverage: resolveCoverage(raw.coverage, sublayers, context),
    permission,
    whenDenied,
    popup: resolvePopup(raw.popup, { ...context, declared }),
    legend: resolveLegend(raw.legend, context),
    baseMap: raw['base-map'] ?? false,
    info: resolveInfo(raw.info, context),
    sublayers,
    project: null,
    replaces: null,
  };
  context.nodes.set(group, raw);
  return group;
}

function resolveCoverage(
  coverage: Config.Group['coverage'],
  sublayers: readonly Sublayer[],
  context: ResolveContext,
): Coverage {
  if (coverage === undefined) return coverageOf(sublayers, context.things.country);
  return coverage === 'all' ? 'all' : listedCoverage(coverage, context);
}

/** Returns the countries with the ids in a list. Diagnostic: `unknown-country`. */
export function listedCoverage(
  listed: readonly string[],
  context: ResolveContext,
): readonly Country[] {
  return listed.flatMap((id, key) => lookUp('country', id, { node: listed, key }, context) ?? []);
}
