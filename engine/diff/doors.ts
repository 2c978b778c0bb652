import { projectRank } from '../compile/project-rank.ts';
import { compileAccess, type Access, type DatasetAccess } from '../compile/server-access.ts';
import type { AtlasModel, Dataset } from '../model/model.ts';
import type { ChangedThing } from './change.ts';
import { idOfGroup, type Renames } from './renames.ts';

/** One way by which people receive something of an atlas. */
export interface Door {
  readonly thing: ChangedThing;
  /** What people can do, such as `view it` or `read the field \`phone\``. */
  readonly can: string;
  /** The rank that it requires. Infinity: nobody can do it. */
  readonly rank: number;
  /** For a project's copy: the thing that gave the same already. */
  readonly copyOf?: string;
}

/** To see the name of a thing in lists, with a lock or without. */
export const SEEN = 'see its name';

/** Returns every door of an atlas by a key that is the same in another version of it. */
export function doorsOf(model: AtlasModel, renames?: Renames): ReadonlyMap<string, Door> {
  const access = compileAccess(model);
  const doors = [
    ...[...model.datasets.values()].flatMap((dataset) =>
      ofDataset(dataset, access.datasets.get(dataset.id)!, access),
    ),
    ...ofGroups(model, renames),
    ...ofTools(access),
    ...ofLevels(model),
    ...ofProjects(model, renames),
    ...[...model.sources.values()].map(({ id, file }) => ({
      thing: { kind: 'source', id },
      can: 'receive its data',
      rank: file === undefined ? 0 : (access.files.get(file) ?? Infinity),
    })),
    ...[...access.files].map(([path, rank]) => ({
      thing: { kind: 'file', id: path },
      can: 'fetch it',
      rank,
    })),
  ];
  const byKey = new Map<string, Door>();
  for (const door of doors) {
    const key = `${door.thing.kind} ${door.thing.id} ${door.can}`;
    const known = byKey.get(key);
    if (!known || door.rank < known.rank) byKey.set(key, door);
  }
  return byKey;
}

function ofDataset(dataset: Dataset, rules: DatasetAccess, access: Access): Door[] {
  const { id, feeds, fields } = dataset;
  const { view, analyse, download } = rules.rank;
  const toolRank = (tool: 'analyse' | 'download'): number =>
    access.tools.get(tool)?.rank ?? Infinity;
  const whole = Math.max(view, rules.rank[rules.whole]);
  const rankOf = (name: string): number =>
    rules.fields.find((field) => field.name === name)?.rank ?? view;
  const copy = dataset.within && { copyOf: `dataset ${dataset.within.of}` };
  const door = (can: string, rank: number): Door => ({
    thing: { kind: 'dataset', id },
    can,
    rank: Math.max(rank, view),
    ...copy,
  });
  return [
    door('view it', view),
    ...(rules.whenDenied === 'lock' ? [{ ...door(SEEN, view), rank: 0 }] : [door(SEEN, view)]),
    ...rules.fields.map(({ name, rank }) => door(`read the field \`${name}\``, rank)),
    ...(feeds.analysis ? [door('analyse it', Math.max(analyse, toolRank('analyse')))] : []),
    ...(feeds.analysis?.sum ?? []).map((name) =>
      door(`add up the field \`${name}\``, Math.max(analyse, toolRank('analyse'), rankOf(name))),
    ),
    ...(feeds.download ? [door('download it', Math.max(download, toolRank('download')))] : []),
    ...(feeds.tiles ? [door('receive it as tiles', view)] : []),
    ...(feeds.geojson === null
      ? []
      : [door('receive it as GeoJSON', view), door('receive all of it in one answer', whole)]),
    ...(feeds.wms === null ? [] : [door('receive it as pictures of WMS', view)]),
    ...(feeds.search?.fields ?? []).map((name) =>
      door(`find it by the field \`${name}\``, rankOf(name)),
    ),
    ...(feeds.areas ? [door('choose its areas by name', view)] : []),
    ...[...fields.values()]
      .filter(({ folder }) => folder !== undefined)
      .map(({ name, folder }) =>
        door(`fetch photos of \`${name}\` from \`${folder}\``, rankOf(name)),
      ),
  ];
}

function ofGroups({ groups }: AtlasModel, renames?: Renames): Door[] {
  return groups.flatMap((group) => {
    const { permission, whenDenied, replaces } = group;
    const copy = replaces === null ? {} : { copyOf: `group ${replaces}` };
    const thing = { kind: 'group', id: idOfGroup(group, renames) };
    return [
      { thing, can: 'switch it on', rank: permission.rank, ...copy },
      { thing, can: SEEN, rank: whenDenied === 'lock' ? 0 : permission.rank, ...copy },
    ];
  });
}

function ofTools({ tools }: Access): Door[] {
  return [...tools].map(([id, { rank }]) => ({
    thing: { kind: 'tool', id },
    can: 'open it',
    rank,
  }));
}

function ofLevels({ levels, forms }: AtlasModel): Door[] {
  return [
    ...levels
      .filter(({ granted }) => granted !== undefined)
      .map(({ id, granted }) => ({
        thing: { kind: 'level', id },
        can: 'get it without an operator',
        rank: granted === 'on-confirmation' ? 0 : Infinity,
      })),
    ...forms
      .filter(({ id }) => id === 'registration')
      .map(({ id }) => ({ thing: { kind: 'form', id }, can: 'create an account', rank: 0 })),
  ];
}

function ofProjects({ projects }: AtlasModel, renames?: Renames): Door[] {
  return projects.map((project) => ({
    thing: { kind: 'project', id: renames?.projects.get(project.id) ?? project.id },
    can: 'open it and read its texts',
    rank: projectRank(project),
  }));
}
