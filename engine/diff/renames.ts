import type { AtlasModel, Group } from '../model/model.ts';

/** The old ids of groups and projects that have another id now and keep the old one as an alias. */
export interface Renames {
  readonly groups: ReadonlyMap<string, string>;
  readonly projects: ReadonlyMap<string, string>;
}

export function findRenames(before: AtlasModel, after: AtlasModel): Renames {
  return {
    groups: renamed(before.groups.filter(isGeneral), after.groups.filter(isGeneral)),
    projects: renamed(before.projects, after.projects),
  };
}

/** Returns the id by which a group is compared. A project's copy has the project in its id. */
export function idOfGroup({ id, project }: Group, renames?: Renames): string {
  const known = renames?.groups.get(id) ?? id;
  return project === null ? known : `${known} of ${renames?.projects.get(project) ?? project}`;
}

function isGeneral({ project }: Group): boolean {
  return project === null;
}

interface Named {
  readonly id: string;
  readonly aliases: readonly string[];
}

function renamed(before: readonly Named[], after: readonly Named[]): ReadonlyMap<string, string> {
  const [had, has] = [before, after].map((all) => new Set(all.map(({ id }) => id)));
  return new Map(
    after
      .filter(({ id }) => !had!.has(id))
      .flatMap(({ id, aliases }) => {
        const old = aliases.find((alias) => had!.has(alias) && !has!.has(alias));
        return old === undefined ? [] : [[id, old] as const];
      }),
  );
}
