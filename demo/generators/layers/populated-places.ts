import type { Raster } from '../../../server/store/store.ts';
import { KM_PER_DEGREE, type Place, shrink } from '../distance.ts';
import { createNoise } from '../noise.ts';
import { REGION } from '../skeleton/extents.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { makeVillages } from './villages.ts';

/** Cell size, in degrees. */
const STEP = 0.02;
const NO_DATA = 255;
/** Largest value of a cell, in people per square kilometre. */
const MOST = 250;
/** People per square kilometre below which a cell has no data. The smallest value is 1. */
const LEAST = 0.4;
/**
 * Radius in kilometres over which the people of a place are spread: `base`, plus `root` times the
 * square root of the population. The city of Kinshasa (16 million) reaches about 25 km.
 */
const SPREAD = { base: 7, root: 1 / 175 };
/** The random factor of the density is the square of a number from `least` to `least + range`. */
const UNEVEN = { least: 0.4, range: 1.2 };
/** How far, at most, a place is displaced before it is compared with a town; share of its reach. */
const BENT = 1.1;
/** By what the density is multiplied on a road and away from it; kilometres in between. */
const ROADS = { on: 1.5, away: 0.35, reach: 5 };
/** People of a village whose survey did not answer the question. */
const UNANSWERED = 300;

/**
 * Creates population density (people per square kilometre, 1 to 250) around the real towns and the
 * invented villages. Cells without people have no data (255).
 */
export function makePopulatedPlaces(skeleton: Skeleton, cover: LandCover): Raster {
  const [west, south, east, north] = REGION;
  const width = Math.round((east - west) / STEP);
  const height = Math.round((north - south) / STEP);
  const density = new Float64Array(width * height);
  const bend = [createNoise('bend-east', 0.16, 3), createNoise('bend-north', 0.16, 3)] as const;
  const spread = ([lng, lat]: Place, people: number): void => {
    const reach = SPREAD.base + SPREAD.root * Math.sqrt(people);
    // The mean of the weights (1 - (d / reach)²)² over the disc is one third.
    const middle = (3 * people) / (Math.PI * reach * reach);
    const across = KM_PER_DEGREE * shrink(lat);
    const [column, row] = [(lng - west) / STEP, (north - lat) / STEP];
    // A displaced edge is further away, by half of the largest displacement.
    const farthest = reach * (1 + BENT / 2);
    const [wide, high] = [farthest / across / STEP, farthest / KM_PER_DEGREE / STEP];
    for (let r = Math.max(0, Math.floor(row - high)); r <= Math.min(height - 1, row + high); r++) {
      for (
        let c = Math.max(0, Math.floor(column - wide));
        c <= Math.min(width - 1, column + wide);
        c++
      ) {
        const cell: Place = [west + (c + 0.5) * STEP, north - (r + 0.5) * STEP];
        const [east, up] = [bend[0](...cell) - 0.5, bend[1](...cell) - 0.5];
        const dx = ((c + 0.5 - column) * STEP * across) / reach + BENT * east;
        const dy = ((r + 0.5 - row) * STEP * KM_PER_DEGREE) / reach + BENT * up;
        const weight = Math.max(0, 1 - dx * dx - dy * dy);
        density[r * width + c]! += middle * weight * weight;
      }
    }
  };
  const { towns, townPopulations } = skeleton.geography;
  towns.forEach((town, number) => spread(town, townPopulations[number]!));
  for (const { geometry, properties } of makeVillages(skeleton, cover)) {
    const [lng, lat] = geometry.coordinates;
    spread([lng!, lat!], Number(properties!['total_population'] ?? UNANSWERED));
  }
  const uneven = createNoise('populated-places', 0.11, 3);
  const values = Uint8Array.from(density, (smooth, cell) => {
    if (smooth === 0) return NO_DATA;
    const place: Place = [
      west + ((cell % width) + 0.5) * STEP,
      north - (Math.floor(cell / width) + 0.5) * STEP,
    ];
    // People are spread unevenly and along roads, so that no place is a disc.
    const toRoad = skeleton.nearRoads.nearest(place, ROADS.reach)?.km ?? ROADS.reach;
    const byRoad = ROADS.on + ((ROADS.away - ROADS.on) * toRoad) / ROADS.reach;
    const people = smooth * byRoad * (UNEVEN.least + UNEVEN.range * uneven(...place)) ** 2;
    if (people < LEAST) return NO_DATA;
    // No people on lakes or outside the countries.
    const value = Math.max(1, Math.min(MOST, Math.round(people)));
    return skeleton.ground.countryAt(place) ? value : NO_DATA;
  });
  return { bounds: REGION, width, height, values };
}
