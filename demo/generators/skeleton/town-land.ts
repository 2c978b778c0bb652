import type { Polygon } from 'geojson';
import { kilometres, KM_PER_DEGREE, moved, type Place } from '../distance.ts';
import { createNoise } from '../noise.ts';
import type { Geography } from './geography.ts';

/**
 * Radius of the land around a town in kilometres that no claim covers: `least`, plus `root` times
 * the square root of the population in units of 100 000.
 */
const TOWN_LAND = { least: 2, root: 6 } as const;
/** Factor by which the land of a town may be wider than its radius, so that it shows no circle. */
const WIDEST = 1.4;
/** Distance beyond the land of a town up to which places may be tested, in kilometres. */
const MARGIN = 4;
/** Side of the buckets of the index, in degrees. */
const BUCKET = 0.1;
/** Number of corners on each side of the outline of the land of a town. */
const CORNERS = 12;
/** Distance between the places that are tested to find an outline, in kilometres. */
const STEP = 0.2;

/**
 * The land of the real towns, which no invented claim may cover: residents who find their town in a
 * concession do not believe the rest of the map.
 */
export interface TownLand {
  /** Returns true on the land of a town, or within `margin` kilometres (at most `MARGIN`) of it. */
  holds(place: Place, margin?: number): boolean;
  /** The land of each town as an area. */
  readonly areas: readonly Polygon[];
}

/** Returns the radius of the land of a town in kilometres. */
export function townRadius(population: number): number {
  return TOWN_LAND.least + TOWN_LAND.root * Math.sqrt(population / 100_000);
}

/** Creates the land of the towns of a geography. */
export function createTownLand({ towns, townPopulations }: Geography): TownLand {
  const rough = createNoise('town-land', 0.12, 3);
  const radii = townPopulations.map(townRadius);
  const buckets = new Map<number, number[]>();
  towns.forEach((town, number) => {
    const reach = (radii[number]! * WIDEST + MARGIN) / (KM_PER_DEGREE * 0.95 * BUCKET);
    const [column, row] = [town[0] / BUCKET, town[1] / BUCKET];
    for (let c = Math.floor(column - reach); c <= column + reach; c++)
      for (let r = Math.floor(row - reach); r <= row + reach; r++) {
        const there = buckets.get(keyOf(c, r));
        if (there) there.push(number);
        else buckets.set(keyOf(c, r), [number]);
      }
  });
  const isOf = (number: number, place: Place, margin: number): boolean => {
    const km = kilometres(towns[number]!, place) - margin;
    const radius = radii[number]!;
    if (km <= radius) return true;
    // Nearly all values of the noise are within 0.25 of one half.
    const wider = Math.min(1, Math.max(0, 2 * rough(...place) - 0.5));
    return km <= radius * (1 + (WIDEST - 1) * wider);
  };
  const holds = (place: Place, margin = 0): boolean => {
    const key = keyOf(Math.floor(place[0] / BUCKET), Math.floor(place[1] / BUCKET));
    return (buckets.get(key) ?? []).some((number) => isOf(number, place, margin));
  };
  const areas = towns.map((town, number) =>
    outlineOf(town, radii[number]!, (place) => isOf(number, place, 0)),
  );
  return { holds, areas };
}

const keyOf = (column: number, row: number): number => column * 100_000 + row;

/** Returns the outline of the land around a town: in each direction, the first place off the land. */
function outlineOf(town: Place, radius: number, holds: (place: Place) => boolean): Polygon {
  const ring = directions().map(([x, y]) => {
    // Between two corners, the outline is nearer to the town than at its corners.
    let km = radius * 1.01;
    while (holds(moved(town, x * km, y * km))) km += STEP;
    return [...moved(town, x * km, y * km)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

/**
 * Returns directions of length 1, counter-clockwise. They are computed without trigonometric
 * functions, whose last digits differ between machines.
 */
function directions(): (readonly [number, number])[] {
  const side = Array.from({ length: CORNERS }, (_, i) => (2 * i) / CORNERS - 1);
  const square = [
    ...side.map((t) => [1, t] as const),
    ...side.map((t) => [-t, 1] as const),
    ...side.map((t) => [-1, -t] as const),
    ...side.map((t) => [t, -1] as const),
  ];
  return square.map(([x, y]) => {
    const length = Math.sqrt(x * x + y * y);
    return [x / length, y / length];
  });
}
