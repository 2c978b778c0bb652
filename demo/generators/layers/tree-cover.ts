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

/** The clearing of an old village with few people and with many people. */
const ROUND_VILLAGES = { few: { reach: 1.5, share: 0.2 }, many: { reach: 6, share: 0.5 } };
/** The clearing of an old road in country without people and in dense country. */
const ALONG_ROADS = { few: { reach: 1.2, share: 0.03 }, many: { reach: 6, share: 0.4 } };
/** People of a village that clears as much as any. */
const MANY = 1500;
/** Size of the clearing of a new road or village, as a share of that of an old one. */
const NEW = 0.3;
const NO_DATA = 255;

/**
 * Creates the tree cover in percent: the grid derived from Blue Marble with a fine texture, reduced
 * around the invented villages and roads, more where people are many or came long ago. Water has no
 * data (255).
 */
export function makeTreeCover(skeleton: Skeleton, { trees }: LandCover): Raster {
  const texture = createNoise('canopy', 0.12, 3);
  const age = createNoise('clearing-age', 0.3, 2);
  const { bounds, width, height } = trees;
  // Nearly all values of the noise are within 0.25 of one half.
  const oldAt = (place: Place): number =>
    NEW + (1 - NEW) * Math.min(1, Math.max(0, 2 * age(...place) - 0.5));
  const villages = skeleton.villages.map(({ place, people }) => ({
    place,
    ...between(ROUND_VILLAGES, Math.min(1, people / MANY), oldAt(place)),
  }));
  const roads = skeleton.roads
    .flatMap(({ line }) => sampleLine(line, 1))
    .map((place) => ({
      place,
      ...between(ALONG_ROADS, skeleton.settlement.density(place), oldAt(place)),
    }));
  const left = [leftBeside(villages, trees), leftBeside(roads, trees)] as const;
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

/** Returns a clearing between those of few and of many people. It is smaller where it is new. */
function between(
  { few, many }: Readonly<Record<'few' | 'many', Clearing>>,
  people: number,
  old: number,
): Clearing {
  return {
    reach: (few.reach + (many.reach - few.reach) * people) * old,
    share: (few.share + (many.share - few.share) * people) * old,
  };
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
  clearings: readonly (Clearing & { readonly place: Place })[],
  grid: Raster,
): Float64Array {
  const { bounds, width, height } = grid;
  const [west, south, east, north] = bounds;
  const left = new Float64Array(width * height).fill(1);
  for (const { place, reach, share } of clearings) {
    const across = Math.ceil((reach / KM_PER_DEGREE / (east - west)) * width * 1.05);
    const along = Math.ceil((reach / KM_PER_DEGREE / (north - south)) * height);
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
