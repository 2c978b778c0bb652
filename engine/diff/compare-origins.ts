import { compileAccess, type Access } from '../compile/server-access.ts';
import type { AtlasModel, Dataset, LoadFrom } from '../model/model.ts';
import { areImplied } from '../model/implied.ts';
import { Audience } from './audience.ts';
import type { Change } from './change.ts';

/**
 * Returns the datasets that now read data which other datasets showed to fewer people, or of which
 * they left out fields or features. A dataset that reads the same data as before is compared by its
 * levels; a new one is reported as new.
 */
export function compareOrigins(before: AtlasModel, after: AtlasModel): Change[] {
  const audience = new Audience(before.levels, after.levels);
  return [...after.datasets.values()].flatMap((dataset): Change[] => {
    const old = before.datasets.get(dataset.id);
    if (!old || dataset.within) return [];
    const known = new Set(originsOf(old));
    return originsOf(dataset)
      .filter((origin) => !known.has(origin))
      .flatMap((origin) => {
        const users = [...before.datasets.values()].filter(
          (each) => !each.within && originsOf(each).includes(origin),
        );
        return users.length === 0 ? [] : compareUsers(users, dataset, { origin, audience });
      });
  });
}

/**
 * Returns the names of tiles, GeoJSON and WMS that lead to another dataset now, which more people may
 * view than the one before: a name that a program or a proxy takes for restricted no longer is.
 */
export function compareNames(before: AtlasModel, after: AtlasModel): Change[] {
  const audience = new Audience(before.levels, after.levels);
  const [old, now] = [compileAccess(before), compileAccess(after)];
  return (['tiles', 'geojson', 'wms'] as const).flatMap((feed) =>
    [...now[feed]].flatMap(([name, datasets]): Change[] => {
      const had = old[feed].get(name);
      const added = datasets.filter((id) => !had?.includes(id));
      if (!had || added.length === 0) return [];
      const [was, is] = [lowest(old, had), lowest(now, added)];
      if (!audience.hasNew(was, is)) return [];
      const text = `The name \`${name}\` of ${feed} leads to it now, and ${audience.winners(was, is)} can view it; before, ${audience.before(was)} could use the name.`;
      return [{ kind: 'widens', thing: { kind: 'dataset', id: added[0]! }, text }];
    }),
  );
}

function lowest({ datasets }: Access, ids: readonly string[]): number {
  return Math.min(...ids.map((id) => datasets.get(id)?.rank.view ?? Infinity));
}

function compareUsers(
  users: readonly Dataset[],
  now: Dataset,
  { origin, audience }: { readonly origin: string; readonly audience: Audience },
): Change[] {
  const change = (text: string): Change => ({
    kind: 'widens',
    thing: { kind: 'dataset', id: now.id },
    text: `It reads ${origin} now, ${text}`,
  });
  const { rank } = now.permission.view;
  const before = Math.min(...users.map(({ permission }) => permission.view.rank));
  const fields = [...now.fields.values()]
    .filter(({ name, permission }) => {
      const ranks = users.map(({ fields: known }) => known.get(name)?.permission.rank ?? Infinity);
      return audience.hasNew(Math.max(before, Math.min(...ranks)), Math.max(rank, permission.rank));
    })
    .map(({ name }) => `\`${name}\``);
  if (audience.hasNew(before, rank))
    return [
      change(`which ${audience.before(before)} could view; ${audience.after(rank)} can view it.`),
    ];
  return [
    ...(fields.length > 0 ? [change(`whose ${fields.join(', ')} fewer people could read.`)] : []),
    ...(users.every(({ only }) => !areImplied(only, now.only))
      ? [change('of which `only` left out features before.')]
      : []),
  ];
}

/** Returns where the features of a dataset may come from, in words. */
function originsOf({ load, driver }: Dataset): string[] {
  if (driver.kind === 'store') return originsOfLoad(load);
  const archive = 'file' in driver ? driver.file : `${driver.service.id} ${driver.path}`;
  return [...originsOfLoad(load), `\`${driver.sourceLayer}\` of \`${archive}\``];
}

function originsOfLoad(load: LoadFrom): string[] {
  if (load.kind === 'table') return [`the table \`${load.table}\``];
  if (load.kind === 'service')
    return [
      `\`${load.path}\` of the service \`${load.service.id}\``,
      ...(load.fallback ? originsOfLoad(load.fallback) : []),
    ];
  const layer = 'layer' in load && load.layer ? `\`${load.layer}\` of ` : '';
  return [`${layer}\`${load.file}\``];
}
