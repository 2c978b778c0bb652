import type { AtlasModel, Dataset } from '../model/model.ts';
import type { Change, ChangedThing } from './change.ts';

/**
 * Returns what changes in the rules beside the levels of things: how much may be taken away at once,
 * how exact tiles are, who grants levels, and whether terms forbid to pass data on.
 */
export function compareRules(before: AtlasModel, after: AtlasModel): Change[] {
  return [
    ...compareLimits(before, after),
    ...compareGrants(before, after),
    ...[...after.datasets.values()].flatMap((dataset) => {
      const old = before.datasets.get(dataset.id);
      return old ? [...compareZooms(old, dataset), ...compareTerms(old, dataset)] : [];
    }),
  ];
}

/** The limits of downloads: what somebody may take away at once. */
function compareLimits(before: AtlasModel, after: AtlasModel): Change[] {
  const [old, now] = [before.limits.downloadObjects, after.limits.downloadObjects];
  const [oldArea, area] = [before.tools.download?.maxArea, after.tools.download?.maxArea];
  return [
    ...compareNumbers({ kind: 'limits', id: 'atlas' }, '`download-objects`', old, now),
    ...compareNumbers({ kind: 'tool', id: 'download' }, '`max-area` in km²', oldArea, area),
  ];
}

/** Tiles of a higher zoom have more exact positions. */
function compareZooms({ feeds: old }: Dataset, { id, feeds: now }: Dataset): Change[] {
  const thing = { kind: 'dataset', id };
  return compareNumbers(
    thing,
    'The highest zoom of its tiles',
    old.tiles?.maxzoom,
    now.tiles?.maxzoom,
  );
}

function compareNumbers(
  thing: ChangedThing,
  what: string,
  was: number | undefined,
  is: number | undefined,
): Change[] {
  if (was === undefined || is === undefined || was === is) return [];
  const text = `${what} is ${is} instead of ${was}.`;
  return [{ kind: is > was ? 'widens' : 'narrows', thing, text }];
}

/** Who gets levels from operators, and who is an operator. */
function compareGrants(before: AtlasModel, after: AtlasModel): Change[] {
  const levels = after.levels.slice(1).flatMap(({ id, granted }): Change[] => {
    const old = before.levels.find((level) => level.id === id);
    if (!old || (old.granted === undefined) === (granted === undefined)) return [];
    const thing = { kind: 'level', id };
    return granted === undefined
      ? [{ kind: 'narrows', thing, text: 'Operators can no longer grant it.' }]
      : [{ kind: 'widens', thing, text: 'Operators can grant it now.' }];
  });
  const thing = { kind: 'atlas', id: after.id };
  const added = after.roles.filter((role) => !before.roles.includes(role));
  const removed = before.roles.filter((role) => !after.roles.includes(role));
  return [
    ...levels,
    ...added.map((role): Change => ({
      kind: 'widens',
      thing,
      text: `People with the new role \`${role}\` are operators: they decide who gets a level.`,
    })),
    ...removed.map((role): Change => ({
      kind: 'narrows',
      thing,
      text: `People with the role \`${role}\` are no longer operators.`,
    })),
  ];
}

function compareTerms({ info: old }: Dataset, { id, info: now }: Dataset): Change[] {
  const [did, does] = [old.terms?.restricted ?? false, now.terms?.restricted ?? false];
  if (did === does) return [];
  const thing = { kind: 'dataset', id };
  return did
    ? [{ kind: 'widens', thing, text: 'Its terms no longer forbid to pass the data on.' }]
    : [{ kind: 'narrows', thing, text: 'Its terms forbid to pass the data on now.' }];
}
