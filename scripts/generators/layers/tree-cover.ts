import type { Raster } from '../../../server/store/store.ts';
import type { NearestIndex, Place } from '../distance.ts';
import { createNoise } from '../noise.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';

/** Kilometres from a village or road within which trees were cleared, and the share that is gone. */
const CLEARINGS = { village: { reach: 4, share: 0.35 }, road: { reach: 3, share: 0.12 } };
const NO_DATA = 255;

/**
 * Makes percent of tree cover: the grid derived from Blue Marble with a fine texture, thinned round
 * the invented villages and roads. Water and sea have no data (255).
 */
export function makeTreeCover(skeleton: Skeleton, { trees }: LandCover): Raster {
  const texture = createNoise('canopy', 0.12, 3);
  const { bounds, width, height } = trees;
  const [west, south, east, north] = bounds;
  const values = trees.values.map((percent, i) => {
    if (percent === NO_DATA) return NO_DATA;
    const place: Place = [
      west + (((i % width) + 0.5) / width) * (east - west),
      north - ((Math.floor(i / width) + 0.5) / height) * (north - south),
    ];
    const kept =
      left(skeleton.nearVillages, place, CLEARINGS.village) *
      left(skeleton.nearRoads, place, CLEARINGS.road);
    // Strongest at half cover: closed forest and bare ground are even.
    const rough = (texture(place[0], place[1]) - 0.5) * percent * (110 - percent) * 0.012;
    return Math.max(0, Math.min(100, Math.round(percent * kept + rough)));
  });
  return { bounds, width, height, values };
}

/** Share of the trees left at a place; grows from the clearing's middle to its edge. */
function left(
  index: NearestIndex,
  place: Place,
  { reach, share }: { reach: number; share: number },
): number {
  const km = index.nearest(place, reach)?.km ?? reach;
  return 1 - share * (1 - km / reach);
}
