import { suggest } from '../diagnostics/suggest.ts';
import type { Bounds, Condition, Dataset, Group, Sublayer, Text } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { present } from '../runtime/present.ts';
import type { ResolveContext } from './context.ts';
import { coverageOf, sharedCoverage, type Coverage } from './coverage.ts';

/** A copy of a group that a project asks for; what is left out is as in the group. */
export interface CopyRequest {
  readonly group: Group;
  /** The id of the copy. */
  readonly as: string;
  /** Whether its data are cut to the extent of the project. */
  readonly within: boolean;
  readonly where?: readonly Condition[];
  readonly sublayers?: readonly string[];
  readonly name?: Text;
  /** Where it is asked for. */
  readonly target: Target;
}

/** What the copies of all projects share. */
export interface Workshop {
  /** The ids of groups and copies, and the nodes that gave them. */
  readonly taken: Map<string, object>;
  /** The cut datasets by id. */
  readonly cuts: Map<string, Dataset>;
  readonly context: ResolveContext;
}

/** The project, and what its copies are cut to. */
interface Area {
  readonly id: string;
  readonly extent: Bounds;
  /** The countries it lies in. */
  readonly coverage: Coverage;
}

/**
 * A copy of a group for a project; undefined when its id is taken. Diagnostics: `duplicate-id`,
 * `unknown-sublayer`, `cannot-cut`, `preset-hidden`.
 */
export function copyGroup(
  request: CopyRequest,
  project: Area,
  workshop: Workshop,
): Group | undefined {
  const { context, taken } = workshop;
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
      ? cutSource(sublayer, request, project, workshop)
      : sublayer.source;
    const copy: Sublayer = { ...sublayer, source, where: [...sublayer.where, ...where] };
    context.nodes.set(copy, context.nodes.get(sublayer)!);
    return copy;
  });
  reportHidden(group, target, context);
  const copy: Group = {
    ...group,
    id,
    name: request.name ?? group.name,
    aliases: [],
    coverage: [group.coverage, coverageOf(sublayers, context.things.country)].reduce(
      sharedCoverage,
      project.coverage,
    ),
    checked: false,
    open: false,
    sublayers,
    project: project.id,
  };
  context.nodes.set(copy, context.nodes.get(group)!);
  taken.set(id, target.node);
  return copy;
}

/** Warns of a group that a project shows and that leaves no trace for most readers. */
export function reportHidden(
  { id, permission, whenDenied }: Group,
  target: Target,
  { report }: ResolveContext,
): void {
  if (permission.rank > 0 && whenDenied === 'hide')
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

function cutSource(
  { source }: Sublayer,
  { group, target }: CopyRequest,
  project: Area,
  { cuts, context }: Workshop,
): Sublayer['source'] {
  if (source.kind !== 'dataset' || source.dataset.geometry === 'raster') {
    const id =
      source.kind === 'none' ? '' : (source.kind === 'source' ? source.source : source.dataset).id;
    context.report.error('cannot-cut', target, { group: group.id, source: id });
    return source;
  }
  const { dataset } = source;
  const id = `${dataset.id}@${project.id}`;
  let cut = cuts.get(id);
  if (!cut) {
    cut = cutDataset(dataset, id, project);
    cuts.set(id, cut);
    context.nodes.set(cut, context.nodes.get(dataset)!);
  }
  return { kind: 'dataset', dataset: cut, feed: 'tiles' };
}

function cutDataset(dataset: Dataset, id: string, project: Area): Dataset {
  const { minzoom = 0, maxzoom = 12 } = dataset.feeds.tiles ?? {};
  return {
    ...dataset,
    id,
    feeds: {
      tiles: { name: id, aliases: [], minzoom, maxzoom },
      geojson: null,
      wholeGeojson: 'view',
      wms: null,
      search: null,
      analysis: false,
      download: false,
    },
    // An archive holds the whole dataset; only the store can cut it.
    driver: { kind: 'store' },
    cut: { of: dataset.id, project: project.id, bounds: project.extent },
  };
}
