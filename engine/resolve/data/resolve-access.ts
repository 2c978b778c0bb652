/** Resolves the levels of datasets, their fields and groups. */
import type * as Config from '../../../schemas/config.g.ts';
import type { Dataset, Level, Sublayer, Use, UsePermission } from '../../model/model.ts';
import { strictFields } from '../../model/strict-fields.ts';
import { fieldsOfSublayer } from '../../values/fields-read.ts';
import { lookUp, type ResolveContext, type Things } from '../context.ts';

type AccessContext = Pick<ResolveContext, 'report' | 'broken' | 'nodes'> & {
  readonly things: Pick<Things, 'level'>;
};

/**
 * Resolves the `permission` of a dataset: one level for all uses, or `{ view, analyse, download }`.
 * Undefined when a level is unknown. Diagnostics: `unknown-level`, `permission-order`.
 */
export function resolvePermission(
  raw: Pick<Config.Dataset, 'permission'>,
  context: AccessContext,
): UsePermission | undefined {
  const value = raw.permission;
  if (typeof value === 'string') {
    const level = lookUp('level', value, { node: raw, key: 'permission' }, context);
    return level && { view: level, analyse: level, download: level };
  }
  const of = (use: Use): Level | undefined =>
    lookUp('level', value[use], { node: value, key: use }, context);
  const [view, analyse, download] = [of('view'), of('analyse'), of('download')];
  if (!view || !analyse || !download) return undefined;
  const laxer = Object.entries({ analyse, download }).filter(([, { rank }]) => rank < view.rank);
  const [first] = laxer;
  if (first) {
    const [use, { id: found }] = first;
    // If both other uses have a lower level than `view`, the level of `view` is probably too
    // strict.
    const key = laxer.length > 1 ? 'view' : use;
    context.report.error('permission-order', { node: value, key }, { use, found, view: view.id });
  }
  return { view, analyse, download };
}

/**
 * Resolves the rule for shapes that cross the border of an area for which a level was granted.
 * Diagnostic: `border-without-effect`.
 */
export function resolveBorder(
  raw: Pick<Config.Dataset, 'id' | 'geometry' | 'border'>,
  permission: UsePermission,
  { report }: AccessContext,
): Dataset['border'] {
  const { id, geometry, border } = raw;
  if (border === undefined) return 'clip';
  const isOpen = Object.values(permission).every(({ rank }) => rank === 0);
  const isCut = geometry === 'line' || geometry === 'polygon';
  if (isOpen || !isCut) {
    const why = isCut ? 'open' : 'geometry';
    report.warn('border-without-effect', { node: raw, key: 'border' }, { dataset: id, why });
  }
  return border;
}

/** Returns `hide` if one of the levels or `own` has it, otherwise `lock`. */
export function strictestDenial(
  levels: readonly Level[],
  own: string | undefined,
): 'lock' | 'hide' {
  return own === 'hide' || levels.some((level) => level.whenDenied === 'hide') ? 'hide' : 'lock';
}

/**
 * Resolves the level of a field: its declared level, but at least the view level of the dataset. If
 * the declared level is unknown, returns the highest level. Diagnostics: `unknown-level`,
 * `field-laxer-than-dataset`.
 */
export function resolveFieldLevel(
  name: string,
  { raw, view }: { readonly raw: Pick<Config.DatasetField, 'permission'>; readonly view: Level },
  context: AccessContext,
): Level {
  if (raw.permission === undefined) return view;
  const target = { node: raw, key: 'permission' };
  const level = lookUp('level', raw.permission, target, context) ?? levelsIn(context).at(-1)!;
  if (level.rank < view.rank) {
    context.report.error('field-laxer-than-dataset', target, {
      field: name,
      found: level.id,
      dataset: view.id,
    });
  }
  return strictest([level, view], context);
}

/** The level of a group, and what readers below it see. */
export interface GroupAccess {
  readonly permission: Level;
  readonly whenDenied: 'lock' | 'hide';
}

/**
 * Resolves the access of a group: the strictest level of its datasets and of the fields its style
 * reads. `permission` and `when-denied` may make it stricter. Diagnostics: `unknown-level`,
 * `group-laxer-than-dataset`, `unguarded-source`, `dataset-laxer-than-group`, `denial-laxer`.
 */
export function resolveGroupAccess(
  raw: Pick<Config.Group, 'permission' | 'when-denied'>,
  { id, sublayers }: { readonly id: string; readonly sublayers: readonly Sublayer[] },
  context: AccessContext,
): GroupAccess {
  const needed = sublayers.flatMap(levelsRead);
  const derived = strictest(needed, context);
  const target = { node: raw, key: 'permission' };
  const own =
    raw.permission === undefined ? undefined : lookUp('level', raw.permission, target, context);
  if (own && own.rank < derived.rank) {
    context.report.error('group-laxer-than-dataset', target, {
      group: id,
      found: own.id,
      needed: derived.id,
    });
  }
  const all = own ? [...needed, own] : needed;
  const permission = strictest(all, context);
  if (permission.rank > 0) reportUnguarded(sublayers, { group: id, level: permission.id }, context);
  if (own && own.rank > derived.rank) {
    for (const { source, outlineOf } of sublayers) {
      if (source.kind !== 'dataset' || outlineOf !== null) continue;
      const { id: dataset, permission: open } = source.dataset;
      context.report.warn('dataset-laxer-than-group', target, {
        group: id,
        level: own.id,
        dataset,
        open: open.view.id,
      });
    }
  }
  const said = raw['when-denied'];
  const denials = all.filter(({ rank }) => rank > 0);
  const whenDenied = sublayers.some(hides) ? 'hide' : strictestDenial(denials, said);
  if (said === 'lock' && whenDenied === 'hide') {
    context.report.error('denial-laxer', { node: raw, key: 'when-denied' }, { group: id });
  }
  return { permission, whenDenied };
}

/** Returns the levels of a sublayer's dataset and of the fields its style reads. */
function levelsRead(sublayer: Sublayer): Level[] {
  if (sublayer.source.kind !== 'dataset') return [];
  const { dataset } = sublayer.source;
  const read = strictFields(dataset).filter(({ name }) => fieldsOfSublayer(sublayer).has(name));
  return [dataset.permission.view, ...read.map(({ permission }) => permission)];
}

/**
 * Returns whether a sublayer shows a dataset that is hidden from visitors below the level of the
 * dataset.
 */
function hides({ source }: Sublayer): boolean {
  if (source.kind !== 'dataset') return false;
  return source.dataset.whenDenied === 'hide' && source.dataset.permission.view.rank > 0;
}

/** Reports each source that is not a dataset, once. Only data in datasets can be restricted. */
function reportUnguarded(
  sublayers: readonly Sublayer[],
  words: { readonly group: string; readonly level: string },
  context: AccessContext,
): void {
  const reported = new Set<string>();
  for (const sublayer of sublayers) {
    if (sublayer.source.kind !== 'source') continue;
    const source = sublayer.source.source.id;
    if (reported.has(source)) continue;
    reported.add(source);
    const node = context.nodes.get(sublayer)!;
    const target = sublayer.outlineOf === null ? { node, key: 'source' } : { node };
    context.report.error('unguarded-source', target, { ...words, source });
  }
}

/** Returns the highest of some levels, or the lowest level of the atlas if there are none. */
function strictest(some: readonly Level[], context: AccessContext): Level {
  return levelsIn(context)[Math.max(0, ...some.map(({ rank }) => rank))]!;
}

/** Returns the permission levels, lowest first. */
function levelsIn({ things }: AccessContext): Level[] {
  return [...things.level.values()];
}
