import { boxOf, type Bounds, type BundleIndex } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { areaOf, type HeldPlace } from '../../account/place-name.ts';

/** Shows the places in which a group is open; what the atlas knows of it where they have no bounds. */
export function goToPlaces(
  { bundles, catalogue, groups, map }: AtlasStore,
  { id, places }: { readonly id: string; readonly places: readonly HeldPlace[] },
): void {
  const bounds = boundsOf(places, bundles.index);
  if (bounds) map.goToArea({ bounds, minzoom: groups.zooms(id).min });
  else catalogue.zoomTo(id);
}

/** Returns the bounds of places together; null if they are datasets only, which have none. */
function boundsOf(
  places: readonly HeldPlace[],
  { projects }: Pick<BundleIndex, 'projects'>,
): Bounds | null {
  const all = places.flatMap(({ project, area }): readonly Bounds[] => {
    if (area !== undefined) return [boxOf(areaOf(area).geometry)];
    const { outlined, bounds } = projects.find(({ id }) => id === project) ?? {};
    const known = outlined ?? bounds;
    return known ? [known] : [];
  });
  if (all.length === 0) return null;
  const side = (at: number, pick: typeof Math.min): number => pick(...all.map((box) => box[at]!));
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}
