import type { Raster } from '../../../server/store/store.ts';
import { KM_PER_DEGREE, kilometres, type Place, sampleLine } from '../distance.ts';
import { createNoise } from '../noise.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';

/**
 * Distance from a village or road within which trees were cleared, in kilometres, and the share of
 * trees that were removed.
 */
interface Clearing {
  readonly reach: number;
  readonly share: number;
}

const ROUND_VILLAGES: Clearing = { reach: 4, share: 0.35 };
const ALONG_ROADS: Clearing = { reach: 3, share: 0.12 };
const NO_DATA = 255;

/**
 * Creates the tree cover in percent: the grid derived from Blue Marble with a fine texture, reduced
 * around the invented villages and roads. Water has no data (255).
 */
export function makeTreeCover(skeleton: Skeleton, { trees }: LandCover): Raster {
  const texture = createNoise('canopy', 0.12, 3);
  const { bounds, width, height } = trees;
  const villages = skeleton.villages.map(({ place }) => place);
  const roads = skeleton.roads.flatMap(({ line }) => sampleLine(line, 1));
  const left = [
    leftBeside(villages, ROUND_VILLAGES, trees),
    leftBeside(roads, ALONG_ROADS, trees),
  ] as const;
  const values = trees.values.map((percent, i) => {
    if (percent === NO_DATA) return NO_DATA;
    const [lng, lat] = middleOf(i, trees);
    const kept = left[0][i]! * left[1][i]!;
    // The noise is strongest at a cover of one half, and weak in closed forest and on bare ground.
    const rough = (texture(lng, lat) - 0.5) * percent * (110 - percent) * 0.012;
    return Math.max(0, Math.min(100, Math.round(percent * kept + rough)));
  });
  return { bounds, width, height, values };
}

function middleOf(cell: number, { bounds, width, height }: Raster): Place {
  const [west, south, east, north] = bounds;
  return [
    west + (((cell % width) + 0.5) / width) * (east - west),
    north - ((Math.floor(cell / width) + 0.5) / height) * (north - south),
  ];
}

/**
 * Returns the share of the remaining trees in each cell. It increases from the centre of a clearing
 * to its edge.
 */
function leftBeside(
  places: readonly Place[],
  { reach, share }: Clearing,
  grid: Raster,
): Float64Array {
  const { bounds, width, height } = grid;
  const [west, south, east, north] = bounds;
  const left = new Float64Array(width * height).fill(1);
  const across = Math.ceil((reach / KM_PER_DEGREE / (east - west)) * width * 1.05);
  const along = Math.ceil((reach / KM_PER_DEGREE / (north - south)) * height);
  for (const place of places) {
    const column = Math.floor(((place[0] - west) / (east - west)) * width);
    const row = Math.floor(((north - place[1]) / (north - south)) * height);
    for (let r = Math.max(0, row - along); r <= Math.min(height - 1, row + along); r++) {
      for (let c = Math.max(0, column - across); c <= Math.min(width - 1, column + across); c++) {
        const cell = r * width + c;
        const km = kilometres(place, middleOf(cell, grid));
        if (km < reach) left[cell] = Math.min(left[cell]!, 1 - share * (1 - km / reach));
      }
    }
  }
  return left;
}
