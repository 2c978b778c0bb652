import { suggest } from '../../diagnostics/suggest.ts';
import type { DerivedLayer } from '../../model/derived.ts';
import type { Bounds, Condition, Dataset, Group, Sublayer, Text } from '../../model/model.ts';
import type { Level } from '../../model/level.ts';
import type { Target } from '../../model/report.ts';
import { present } from '../../basics/present.ts';
import type { ResolveContext } from '../context.ts';
import { coverageOf, sharedCoverage, type Coverage } from './coverage.ts';
import { derivedRef } from '../data/derived-layers.ts';

/**
 * The request of a project for a copy of a group. Parts that the request omits are taken from the
 * group.
 */
export interface CopyRequest {
  readonly group: Group;
  /** The id of the copy. */
  readonly as: string;
  /** Whether the data of the copy are restricted to the extent of the project. */
  readonly within: boolean;
  readonly where?: readonly Condition[];
  readonly sublayers?: readonly string[];
  readonly name?: Text;
  /** The place of the request in the configuration. */
  readonly target: Target;
}

/** The state that the copies of all projects share. */
export interface CopyState {
  /** The ids of groups and copies, with the nodes that declare them. */
  readonly taken: Map<string, object>;
  /** The datasets of copies, by id. */
  readonly copies: Map<string, Dataset>;
  readonly context: ResolveContext;
}

/** The project that requests a copy, and its extent. */
interface Area {
  readonly id: string;
  readonly extent: Bounds;
  /** The countries of the project. */
  readonly coverage: Coverage;
  /** The level that the project requires. */
  readonly permission: Level;
}

/**
 * Copies a group for a project. Returns undefined if the id is in use. Diagnostics: `duplicate-id`,
 * `unknown-sublayer`, `within-needs-features`, `preset-hidden`.
 */
export function copyGroup(
  request: CopyRequest,
  project: Area,
  state: CopyState,
): Group | undefined {
  const { context, taken } = state;
  const { group, as: id, target, where = [] } = request;
  const first = taken.get(id);
  if (first) {
    const byClip = Array.isArray(target.node) || Array.isArray(first);
    context.report.error(
      'duplicate-id',
      target,
      present({ kind: 'group', id, clip: byClip || undefined }),
      [{ target: { node: first, key: 'id' }, note: 'first-defined-here' }],
    );
    return undefined;
  }
  const sublayers = chooseSublayers(request, context).map((sublayer) => {
    const source = request.within
      ? sourceWithin(sublayer, request, project, state)
      : sublayer.source;
    const copy: Sublayer = { ...sublayer, source, where: [...sublayer.where, ...where] };
    context.nodes.set(copy, context.nodes.get(sublayer)!);
    return copy;
  });
  reportHidden(group, project.permission, target, context);
  const copy: Group = {
    ...group,
    id,
    name: request.name ?? group.name,
    aliases: [],
    coverage: [group.coverage, coverageOf(sublayers, context.things.country)].reduce(
      sharedCoverage,
      project.coverage,
    ),
    permission: stricter(group.permission, project.permission),
    whenDenied: denialWithin(group, project),
    checked: false,
    open: false,
    sublayers,
    project: project.id,
    replaces: request.name ? null : group.id,
  };
  context.nodes.set(copy, context.nodes.get(group)!);
  taken.set(id, target.node);
  return copy;
}

function stricter(one: Level, other: Level): Level {
  return one.rank < other.rank ? other : one;
}

/** A lock would name the project to visitors who may not know of it. */
function denialWithin(
  { whenDenied }: Pick<Group, 'whenDenied'>,
  { permission }: Area,
): Group['whenDenied'] {
  return permission.rank > 0 ? 'hide' : whenDenied;
}

/**
 * Warns about a group of a project that is hidden from readers who see the project. `least`: the level
 * that the project requires.
 */
export function reportHidden(
  { id, permission, whenDenied }: Group,
  least: Level,
  target: Target,
  { report }: ResolveContext,
): void {
  if (permission.rank > least.rank && whenDenied === 'hide')
    report.warn('preset-hidden', target, { group: id });
}

function chooseSublayers(
  { group, sublayers: chosen }: CopyRequest,
  { report, nodes, incomplete }: ResolveContext,
): readonly Sublayer[] {
  if (!chosen) return group.sublayers;
  const known = [...new Set(group.sublayers.flatMap(({ id, declaredId }) => [id, declaredId]))];
  const whole = !incomplete.has(nodes.get(group)!);
  chosen.forEach((found, key) => {
    if (!whole || known.includes(found)) return;
    const nearest = suggest(found, known);
    report.error(
      'unknown-sublayer',
      { node: chosen, key },
      { found, group: group.id, nearest, known },
    );
  });
  return group.sublayers.filter(
    ({ id, declaredId }) => chosen.includes(id) || chosen.includes(declaredId),
  );
}

function sourceWithin(
  { source }: Sublayer,
  { group, target }: CopyRequest,
  project: Area,
  { copies, context }: CopyState,
): Sublayer['source'] {
  if (source.kind !== 'dataset' || source.dataset.geometry === 'raster') {
    const id =
      source.kind === 'none' ? '' : (source.kind === 'source' ? source.source : source.dataset).id;
    context.report.error('within-needs-features', target, { group: group.id, source: id });
    return source;
  }
  const { dataset } = source;
  const id = `${dataset.id}@${project.id}`;
  let copy = copies.get(id);
  if (!copy) {
    const derived: DerivedLayer[] = [];
    const asks: Condition[][] = [];
    const { tileBudget } = context;
    copy = { ...datasetWithin(dataset, { id, tileBudget }, project), derived, asks };
    copies.set(id, copy);
    context.nodes.set(copy, context.nodes.get(dataset)!);
    context.derived.set(copy, derived);
    context.asks.set(copy, asks);
  }
  const ref = { kind: 'dataset', dataset: copy, feed: 'tiles' } as const;
  const layer = dataset.derived.find(({ name }) => name === source.derived);
  return layer ? derivedRef(ref, layer, context) : ref;
}

function datasetWithin(
  dataset: Dataset,
  { id, tileBudget }: { readonly id: string; readonly tileBudget: number },
  project: Area,
): Dataset {
  const {
    minzoom = 0,
    maxzoom = 12,
    budget = tileBudget,
    keepBy = null,
  } = dataset.feeds.tiles ?? {};
  const { permission: least } = project;
  const { view, analyse, download } = dataset.permission;
  return {
    ...dataset,
    id,
    permission: {
      view: stricter(view, least),
      analyse: stricter(analyse, least),
      download: stricter(download, least),
    },
    whenDenied: denialWithin(dataset, project),
    fields: new Map(
      [...dataset.fields].map(([name, field]) => [
        name,
        { ...field, permission: stricter(field.permission, least) },
      ]),
    ),
    feeds: {
      tiles: { name: id, aliases: [], minzoom, maxzoom, budget, keepBy },
      geojson: null,
      wholeGeojson: 'view',
      wms: null,
      search: null,
      analysis: null,
      download: false,
      areas: false,
    },
    // An archive contains the whole dataset. Only the store can provide a part of it.
    driver: { kind: 'store' },
    within: { of: dataset.id, project: project.id, bounds: project.extent },
  };
}
