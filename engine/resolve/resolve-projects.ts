import { suggest } from '../diagnostics/suggest.ts';
import { isMapping } from '../expand/check-skeleton.ts';
import type {
  Bounds,
  Category,
  Condition,
  Dataset,
  Group,
  Project,
  Sublayer,
  Text,
} from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import { lookUp, type ResolveContext } from './context.ts';
import { resolveConditions } from './resolve-conditions.ts';
import { reportMissingFile } from './missing-file.ts';
import { resolveExtent } from './resolve-extent.ts';
import { listOf, mappingOf, numberOf, stringOf, stringsOf } from './raw.ts';

/** What the projects add to the model: themselves, their copies of groups and cuts of datasets. */
export interface ProjectHarvest {
  readonly projects: readonly Project[];
  readonly groups: readonly Group[];
  readonly datasets: readonly Dataset[];
}

type ProjectContext = ResolveContext & { readonly categories: ReadonlyMap<string, Category> };

/**
 * Resolves the projects. A copy (`clip`, `as`) is a group of its own over cut datasets
 * `<dataset>@<project>`. Diagnostics: `unknown-group`, `unknown-category`, `unknown-sublayer`, `duplicate-id`,
 * `cannot-cut`, `preset-hidden`, `file-missing`, those of extents and conditions.
 */
export function resolveProjects(
  rawProjects: readonly RawNode[],
  groups: ReadonlyMap<string, Group>,
  context: ProjectContext,
): ProjectHarvest {
  const harvest = {
    projects: [] as Project[],
    groups: [] as Group[],
    datasets: new Map<string, Dataset>(),
  };
  const taken = new Map<string, RawNode>(
    [...groups].map(([id, group]) => [id, context.nodes.get(group)!]),
  );
  rawProjects.forEach((raw) => {
    const project = resolveProject(raw, { groups, taken, harvest, context });
    if (project) harvest.projects.push(project);
  });
  return { ...harvest, datasets: [...harvest.datasets.values()] };
}

interface Workshop {
  readonly groups: ReadonlyMap<string, Group>;
  readonly taken: Map<string, RawNode>;
  readonly harvest: { readonly groups: Group[]; readonly datasets: Map<string, Dataset> };
  readonly context: ProjectContext;
}

function resolveProject(raw: RawNode, workshop: Workshop): Project | undefined {
  const { context, harvest } = workshop;
  const id = stringOf(raw, 'id');
  const extent = resolveExtent(raw, 'extent', context);
  if (id === undefined || !extent) return undefined;
  const members: Group[] = [];
  const filters = new Map<string, readonly Condition[]>();
  const copyOf = (request: CopyRequest): void => {
    const copy = copyGroup(request, { id, extent }, workshop);
    if (copy) {
      members.push(copy);
      harvest.groups.push(copy);
    }
  };
  const clip = listOf(raw, 'clip');
  clip.forEach((name, i) => {
    const group = findGroup(String(name), { node: clip as object, key: i }, workshop);
    if (group)
      copyOf({
        group,
        as: `${id}-${group.id}`,
        within: true,
        where: [],
        sublayers: null,
        name: null,
        node: clip as object,
        key: i,
      });
  });
  const list = listOf(raw, 'groups');
  list.forEach((item, i) => {
    if (typeof item === 'string') {
      const group = findGroup(item, { node: list as object, key: i }, workshop);
      if (group) members.push(group);
      if (group) reportHidden(group, list as object, i, context);
      return;
    }
    if (!isMapping(item)) return;
    const group = findGroup(stringOf(item, 'use') ?? '', { node: item, key: 'use' }, workshop);
    if (!group) return;
    const as = stringOf(item, 'as');
    const where = resolveConditions(item, 'where', context);
    const wanted = 'sublayers' in item ? stringsOf(item, 'sublayers') : null;
    if (as !== undefined) {
      copyOf({
        group,
        as,
        within: item['within'] === 'extent',
        where,
        sublayers: wanted,
        name: context.texts.resolveOptional(item, 'name'),
        node: item,
        key: 'as',
      });
      return;
    }
    reportHidden(group, item, 'use', context);
    members.push(group);
    if (where.length > 0) filters.set(group.id, where);
  });
  const category = stringOf(raw, 'category');
  const link = mappingOf(raw, 'link');
  const thumbnail = stringOf(raw, 'thumbnail') ?? null;
  if (thumbnail !== null && !context.folder.assets.has(thumbnail))
    reportMissingFile(raw, 'thumbnail', thumbnail, context);
  const project: Project = {
    id,
    aliases: stringsOf(raw, 'aliases'),
    order: numberOf(raw, 'order') ?? 1000,
    name: context.texts.resolve(raw, 'name'),
    category:
      category === undefined
        ? null
        : (lookUp(
            context.categories,
            category,
            'category',
            { node: raw, key: 'category' },
            context,
          ) ?? null),
    texts: listOf(raw, 'texts').map((text, i) =>
      context.texts.resolveValue(text, { node: raw['texts'] as object, key: i }),
    ),
    link: link
      ? { url: stringOf(link, 'url') ?? '', text: context.texts.resolve(link, 'text') }
      : null,
    extent,
    thumbnail,
    groups: members,
    filters,
  };
  context.nodes.set(project, raw);
  return project;
}

function findGroup(
  id: string,
  target: { node: object; key: string | number },
  { groups, context }: Workshop,
): Group | undefined {
  return lookUp(groups, id, 'group', target, context);
}

function reportHidden(
  group: Group,
  node: object,
  key: string | number,
  { report }: ResolveContext,
): void {
  if (group.permission.rank > 0 && group.whenDenied === 'hide') {
    report.warn('preset-hidden', { node, key }, { group: group.id });
  }
}

interface CopyRequest {
  readonly group: Group;
  readonly as: string;
  readonly within: boolean;
  readonly where: readonly Condition[];
  readonly sublayers: readonly string[] | null;
  /** Null for the name of the group. */
  readonly name: Text | null;
  readonly node: object;
  readonly key: string | number;
}

function copyGroup(
  request: CopyRequest,
  project: { id: string; extent: Bounds },
  workshop: Workshop,
): Group | undefined {
  const { context, taken } = workshop;
  const first = taken.get(request.as);
  if (first) {
    const byClip = Array.isArray(request.node) || Array.isArray(first);
    context.report.error(
      'duplicate-id',
      { node: request.node, key: request.key },
      { kind: 'group', id: request.as, ...(byClip ? { clip: 'yes' } : {}) },
      [{ target: { node: first, key: 'id' }, note: 'first-defined-here' }],
    );
    return undefined;
  }
  const chosen = chooseSublayers(request, context);
  const sublayers = chosen.map((sublayer) => {
    const source = request.within
      ? cutSource(sublayer, request, project, workshop)
      : sublayer.source;
    const copy: Sublayer = { ...sublayer, source, where: [...sublayer.where, ...request.where] };
    context.nodes.set(copy, context.nodes.get(sublayer)!);
    return copy;
  });
  reportHidden(request.group, request.node, request.key, context);
  const copy: Group = {
    ...request.group,
    id: request.as,
    name: request.name ?? request.group.name,
    aliases: [],
    checked: false,
    open: false,
    sublayers,
    project: project.id,
  };
  context.nodes.set(copy, context.nodes.get(request.group)!);
  taken.set(request.as, request.node as RawNode);
  return copy;
}

function chooseSublayers(
  { group, sublayers, node }: CopyRequest,
  { report, nodes, incomplete }: ResolveContext,
): readonly Sublayer[] {
  if (!sublayers) return group.sublayers;
  const whole = !incomplete.has(nodes.get(group)!);
  const known = [
    ...new Set(group.sublayers.flatMap((sublayer) => [sublayer.id, sublayer.declaredId])),
  ];
  const list = (node as RawNode)['sublayers'] as object;
  sublayers.forEach((name, i) => {
    if (whole && !known.includes(name)) {
      report.error(
        'unknown-sublayer',
        { node: list, key: i },
        { found: name, group: group.id, nearest: suggest(name, known) ?? '', known },
      );
    }
  });
  return group.sublayers.filter(
    (sublayer) => sublayers.includes(sublayer.id) || sublayers.includes(sublayer.declaredId),
  );
}

function cutSource(
  sublayer: Sublayer,
  request: CopyRequest,
  project: { id: string; extent: Bounds },
  { harvest, context }: Workshop,
): Sublayer['source'] {
  const { source } = sublayer;
  if (source.kind !== 'dataset' || source.dataset.geometry === 'raster') {
    context.report.error(
      'cannot-cut',
      { node: request.node, key: request.key },
      {
        group: request.group.id,
        source:
          source.kind === 'source'
            ? source.source.id
            : source.kind === 'dataset'
              ? source.dataset.id
              : '',
      },
    );
    return source;
  }
  const { dataset } = source;
  const id = `${dataset.id}@${project.id}`;
  let cut = harvest.datasets.get(id);
  if (!cut) {
    const tiles = dataset.feeds.tiles;
    cut = {
      ...dataset,
      id,
      feeds: {
        tiles: {
          name: id,
          aliases: [],
          minzoom: tiles?.minzoom ?? 0,
          maxzoom: tiles?.maxzoom ?? 12,
        },
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
    harvest.datasets.set(id, cut);
    context.nodes.set(cut, context.nodes.get(dataset)!);
  }
  return { kind: 'dataset', dataset: cut, feed: 'tiles' };
}
