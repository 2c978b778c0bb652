/**
 * What an account sees whose grants hold only in a place: the only place that decides which parts of
 * the model such grants open.
 */
import { present } from '../basics/present.ts';
import type { Level } from './level.ts';
import type { AtlasModel, Dataset, Group, Sublayer, Use } from './model.ts';
import { replaceDatasets } from './replace-datasets.ts';
import type { ToolCommon } from './tools.ts';

/** A dataset of which the grants open a part that has features. */
export interface OpenedDataset {
  /** The highest rank at which a feature is seen. */
  readonly rank: number;
  /** The uses for which a part is open. */
  readonly uses: ReadonlySet<Use>;
  /** The keys of the places that have all features that are seen; absent if they are not limited. */
  readonly places?: readonly string[];
}

/** What grants open in addition to the level that the account holds everywhere. */
export interface Opened {
  /** The rank of the level that the account holds everywhere; at least 1. */
  readonly everywhere: number;
  readonly datasets: ReadonlyMap<string, OpenedDataset>;
  /** The ids of the projects whose permission the account meets. */
  readonly projects: ReadonlySet<string>;
  /** The highest rank granted in any place. It opens tools, whose data are decided by dataset. */
  readonly anywhere: number;
}

/**
 * Returns the model as the account sees it at the level that it holds everywhere: what the grants open
 * requires that level instead of its own. The data of an opened dataset must come from a copy that has
 * only the features and values that the grants open.
 *
 * A group is opened with the sublayers whose data are opened, a copy only with its project. Nothing
 * else is: sources that are not
 * datasets cannot be restricted to a place.
 */
export function applyGrants(model: AtlasModel, opened: Opened): AtlasModel {
  const { everywhere, datasets, projects, anywhere } = opened;
  const own = model.levels[everywhere]!;
  if (everywhere < 1) throw new RangeError('grants for a place need a level above the first');
  const lowered = (level: Level, rank: number): Level => lower(level, rank, own);
  const openDataset = (dataset: Dataset): Dataset | undefined => {
    const part = datasets.get(dataset.id);
    return part && openedDataset(dataset, part, own);
  };
  const openGroup = (group: Group, sublayers: readonly Sublayer[]): Group => {
    if (group.project !== null && !projects.has(group.project)) return { ...group, sublayers };
    // It says why it has no data any more, to those who were given a part of them.
    if (isEmptied({ ...group, sublayers }))
      return { ...group, sublayers, permission: lowered(group.permission, anywhere) };
    const rank = Math.max(...sublayers.map((one) => partOf(one, datasets)?.rank ?? -Infinity));
    const permission = lowered(group.permission, rank);
    if (permission === group.permission) return { ...group, sublayers };
    const open = sublayers.filter((sublayer) => isOpen(sublayer, own, group.permission));
    if (open.length === 0) return { ...group, sublayers };
    return {
      ...group,
      permission,
      sublayers: open,
      ...present({ places: placesOf(open, datasets) }),
    };
  };
  const seen = replaceDatasets(model, openDataset, openGroup);
  return {
    ...seen,
    projects: seen.projects.map((project) =>
      projects.has(project.id)
        ? { ...project, permission: lowered(project.permission, Infinity) }
        : project,
    ),
    tools: openTools(seen, (tool) => ({ ...tool, permission: lowered(tool.permission, anywhere) })),
  };
}

/** Returns whether a group has no data any more, because the consent to them has ended. */
export function isEmptied({ ended, sublayers }: Pick<Group, 'ended' | 'sublayers'>): boolean {
  return ended !== undefined && sublayers.length === 0;
}

/** Returns the level that is required instead of `level` where grants reach `rank`. */
function lower(level: Level, rank: number, own: Level): Level {
  return own.rank < level.rank && level.rank <= rank ? own : level;
}

/** Returns a dataset as the account sees it that holds the level `own` everywhere. */
export function openedDataset(
  dataset: Dataset,
  { rank, uses }: OpenedDataset,
  own: Level,
): Dataset {
  const { permission, fields } = dataset;
  const levelOf = (use: Use): Level =>
    uses.has(use) ? lower(permission[use], Infinity, own) : permission[use];
  return {
    ...dataset,
    permission: {
      view: levelOf('view'),
      analyse: levelOf('analyse'),
      download: levelOf('download'),
    },
    fields: new Map(
      [...fields].map(([name, field]) => [
        name,
        { ...field, permission: lower(field.permission, rank, own) },
      ]),
    ),
    // An archive has all features.
    driver: { kind: 'store' },
  };
}

/** Returns what is opened of the dataset of a sublayer. */
function partOf({ source }: Sublayer, datasets: Opened['datasets']): OpenedDataset | undefined {
  return source.kind === 'dataset' ? datasets.get(source.dataset.id) : undefined;
}

/** Returns the keys of the places that have all features that the grants open; undefined without limits. */
function placesOf(
  sublayers: readonly Sublayer[],
  datasets: Opened['datasets'],
): readonly string[] | undefined {
  const opened = sublayers.flatMap((sublayer) => partOf(sublayer, datasets) ?? []);
  const isLimited = opened.length > 0 && opened.every(({ places }) => places !== undefined);
  return isLimited ? [...new Set(opened.flatMap(({ places = [] }) => places))] : undefined;
}

/** Returns whether a level sees all that a sublayer may read at the former level of its group. */
function isOpen({ source }: Sublayer, own: Level, former: Level): boolean {
  if (source.kind !== 'dataset') return false;
  const { permission, fields } = source.dataset;
  const levels = [permission.view, ...[...fields.values()].map((field) => field.permission)];
  return (
    permission.view.rank <= own.rank &&
    levels.every(({ rank }) => rank <= own.rank || rank > former.rank)
  );
}

/** Opens the tools; Explore only where its areas are open too. */
function openTools(
  { tools, datasets, levels }: AtlasModel,
  open: <T extends ToolCommon>(tool: T) => T,
): AtlasModel['tools'] {
  const { analyse, explore, download } = tools;
  const areas = explore && datasets.get(explore.areas);
  const after = explore && open(explore);
  const isExplored =
    areas && after && areas.permission.view.rank <= levels[after.permission.rank]!.rank;
  return {
    ...tools,
    ...(analyse && { analyse: open(analyse) }),
    ...(isExplored ? { explore: after } : {}),
    ...(download && { download: open(download) }),
  };
}
