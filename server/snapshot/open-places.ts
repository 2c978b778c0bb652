/** What grants in places open: the only place that decides where an account sees more of a dataset. */
import type { AtlasModel, Dataset, Use } from 'atlas-engine';
import { keyOfScope, readScope, type Scope } from '../access/scope.ts';
import type { ScopedLevel } from '../access/sight.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import { normalise } from '../geometry/repair.ts';
import type { OpenPlace } from '../load/load-excerpt.ts';

/**
 * Returns the projects whose permission is met, by the level that is held everywhere or by a grant for
 * the project, and whether grants add one.
 */
export function openProjects(
  { projects }: AtlasModel,
  { everywhere, granted }: { readonly everywhere: number; readonly granted: readonly Granted[] },
): { readonly projects: ReadonlySet<string>; readonly isMore: boolean } {
  const open = projects.filter(({ id, permission }) =>
    [{ rank: everywhere, scope: null }, ...granted].some(
      ({ rank, scope }) =>
        rank >= permission.rank &&
        (scope === null || (scope.kind === 'project' && scope.project === id)),
    ),
  );
  return {
    projects: new Set(open.map(({ id }) => id)),
    isMore: open.some(({ permission }) => permission.rank > everywhere),
  };
}

/** Returns the keys of the places outside of which nothing is seen; undefined without limits. */
export function limitsOf(viewed: readonly OpenPlace[] = []): readonly string[] | undefined {
  const isLimited = viewed.length > 0 && viewed.every(({ area }) => area !== null);
  return isLimited ? viewed.flatMap(({ key }) => key ?? []) : undefined;
}

/** Returns where a grant opens a dataset; null for nowhere. */
export function placeOf(
  { key, rank, scope }: Granted,
  dataset: Dataset,
  areas: ReadonlyMap<string, PackedGeometry>,
): OpenPlace | null {
  if (scope.kind === 'dataset') {
    const isOf = [dataset.id, dataset.within?.of].includes(scope.dataset);
    return isOf ? { rank, area: null, key } : null;
  }
  const area = scope.kind === 'project' ? areas.get(scope.project) : packed(scope.area);
  return area ? { rank, area, key } : null;
}

/** A grant in a place. */
export interface Granted {
  /** The key of the scope. */
  readonly key: string;
  readonly rank: number;
  readonly scope: Scope;
}

/** Returns a level in a place as a grant; null if it opens nothing, or if this release does not know it. */
export function grantOf(
  { level, scope: text }: ScopedLevel,
  { levels }: AtlasModel,
): Granted | null {
  const rank = levels.findIndex(({ id }) => id === level);
  const scope = readScope(text);
  return rank > 0 && scope ? { key: keyOfScope(text), rank, scope } : null;
}

/**
 * Returns the places in which a dataset is open for a use, if grants open more of it than the level
 * that is held everywhere; undefined otherwise.
 */
export function placesFor(
  { permission, fields }: Dataset,
  use: Use,
  [everywhere, ...granted]: readonly [OpenPlace, ...OpenPlace[]],
): readonly OpenPlace[] | undefined {
  const needed = Math.max(permission.view.rank, permission[use].rank);
  const seenAt = (rank: number): number =>
    [...fields.values()].filter((field) => field.permission.rank <= rank).length;
  const isOpen = ({ rank }: OpenPlace): boolean => rank >= needed;
  const whole = Math.max(
    ...[everywhere, ...granted]
      .filter((place) => place.area === null && isOpen(place))
      .map(({ rank }) => rank),
  );
  // Without any, the highest rank is -Infinity.
  const isWhole = Number.isFinite(whole);
  const parts = granted.filter(
    (place) =>
      place.area !== null && isOpen(place) && (!isWhole || seenAt(place.rank) > seenAt(whole)),
  );
  const isMore =
    parts.length > 0 ||
    (isWhole && (!isOpen(everywhere) || seenAt(whole) > seenAt(everywhere.rank)));
  if (!isMore) return undefined;
  return isWhole ? [{ rank: whole, area: null }, ...parts] : parts;
}

/** Packs polygons; null for an area that has none. */
export function packed(area: object): PackedGeometry | null {
  const found = normalise(area, 'polygon');
  return 'rejected' in found ? null : found.geometry;
}
