import type { MultiPolygon, Polygon } from 'geojson';
import { createAreaIndex } from '../area-index.ts';
import { createNearest, kilometres, type Place, sampleLine } from '../distance.ts';
import { type Cell, createHexes, type Hexes } from '../hexes.ts';
import { createNoise } from '../noise.ts';
import { createRandom } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { growTerritories } from '../territories.ts';
import { ringsOf } from '../trim.ts';
import { createDryCells } from './whole-cells.ts';

/** Edge length of the cells that sectors consist of, in kilometres. */
const EDGE = 1;
/** Distance between the centre of a cell and its side, in kilometres. */
const HALF = (EDGE * Math.sqrt(3)) / 2;
/** Maximum distance between a village and the edge of its sector, in kilometres. */
const FARTHEST = { least: 6, range: 8 };
/** Distance in kilometres within which the land around a surveyed village is in its sector. */
const AROUND = 4.5;
/**
 * Smallest area of a separate catchment, in square kilometres. Smaller ones belong to their
 * neighbours.
 */
const SMALL = 30;
/** Number of villages with which a survey is planned, and their distance from each other in kilometres. */
const GROUP = { least: 3, most: 16, apart: 16 };
/** Share of the places where no survey started. */
const UNSURVEYED = 0.15;
/**
 * Costs of a step. They have nothing in common with the costs of customary lands, so the border
 * between two sectors is not a border between two lands.
 */
const STEP = { low: 4, range: 14, slow: 0.6, fast: 1.8 };
/** Largest depth that is measured, in kilometres. */
const DEEPEST = 8;
/** Cells of the largest piece of unsurveyed land inside sectors, or between them and a shore. */
const HOLE = 40;
const NO_LIMIT = 1_000_000;
/** Distance between the places of a shore that are tested, in kilometres. */
const SHORE = 0.2;

/** A sector, the area that one survey covered. */
export interface Sector {
  readonly geometry: Polygon | MultiPolygon;
  /** The numbers of the villages in the sector. */
  readonly villages: readonly number[];
}

/** The land that was surveyed. It is public, so it is made before any customary land, and without it. */
export interface Sectors {
  readonly all: readonly Sector[];
  /**
   * The outline of all sectors together and of the cells between them and a shore or a border. Its
   * other corners are those of the sectors.
   */
  readonly outline: Polygon | MultiPolygon;
  /**
   * Returns the distance in kilometres between a place in a sector and the unsurveyed land, at most
   * `DEEPEST`. Shores, borders and towns do not count as unsurveyed.
   */
  depthAt(place: Place): number;
  /** Returns true if the cell of a place and all cells around it are in sectors. */
  isInside(place: Place): boolean;
  /** Returns true if a place is in a sector. */
  holds(place: Place): boolean;
}

/** The sectors of each skeleton, because several layers need them. */
const made = new WeakMap<Skeleton, Sectors>();

/** Returns the sectors of a skeleton. They are created at the first call. */
export function sectorsOf(skeleton: Skeleton): Sectors {
  const sectors = made.get(skeleton) ?? createSectors(skeleton);
  made.set(skeleton, sectors);
  return sectors;
}

function createSectors(skeleton: Skeleton): Sectors {
  const { villages } = skeleton;
  const hexes = createHexes('survey-areas', EDGE);
  const countryOf = createShoreless(hexes, skeleton);
  const owner = growSectors(skeleton, hexes, countryOf);
  const labels = (cell: Cell): number => owner.get(cell) ?? -1;

  // The cells around the sectors: of unsurveyed land, and those that a shore or a border cuts.
  const [beyond, cut] = [new Set<Cell>(), new Set<Cell>()];
  for (const cell of owner.keys())
    for (const near of hexes.around(cell))
      if (owner.has(near)) continue;
      else if (countryOf(near) !== null) beyond.add(near);
      else if (!skeleton.townLand.holds(hexes.centre(near), 2 * EDGE)) cut.add(near);
  const nearBeyond = createNearest(0.04, [...beyond].map(hexes.centre));
  const depthAt = (place: Place): number =>
    (nearBeyond.nearest(place, DEEPEST + HALF)?.km ?? DEEPEST + HALF) - HALF;

  const cells = new Map<number, Set<Cell>>();
  for (const [cell, sector] of owner) {
    const own = cells.get(sector);
    if (own) own.add(cell);
    else cells.set(sector, new Set([cell]));
  }
  const inside = new Map<number, number[]>();
  villages.forEach(({ place, country }, village) => {
    const cell = hexes.at(place);
    const sector = owner.get(cell);
    if (sector === undefined || countryOf(cell) !== country) return;
    inside.set(sector, [...(inside.get(sector) ?? []), village]);
  });
  const all = [...cells]
    .sort(([one], [other]) => one - other)
    .map(([sector, own]): Sector => {
      const geometry = hexes.outline(own, labels);
      // The outline may exclude a village in a corner of its cell.
      const { holds } = createAreaIndex([geometry]);
      const held = (inside.get(sector) ?? []).filter((village) => holds(villages[village]!.place));
      return { geometry, villages: held };
    });
  return {
    all,
    outline: hexes.outline(new Set([...owner.keys(), ...cut]), labels),
    depthAt,
    isInside(place) {
      const cell = hexes.at(place);
      return owner.has(cell) && hexes.around(cell).every((near) => owner.has(near));
    },
    holds: createAreaIndex(all.map(({ geometry }) => geometry)).holds,
  };
}

/** Like `createDryCells`, but without the cells in which an arm of a lake is between the corners. */
function createShoreless(hexes: Hexes, skeleton: Skeleton): ReturnType<typeof createDryCells> {
  const isDry = createDryCells(hexes, skeleton, EDGE);
  const rings = skeleton.geography.stillWaters.flatMap((area) => ringsOf(area).flat());
  const shore = new Set(
    rings.flatMap((ring) => sampleLine(ring as readonly Place[], SHORE)).map(hexes.at),
  );
  return (cell) => (shore.has(cell) ? null : isDry(cell));
}

/** Returns the number of the sector of each surveyed cell. */
function growSectors(
  skeleton: Skeleton,
  hexes: Hexes,
  countryOf: ReturnType<typeof createDryCells>,
): Map<Cell, number> {
  const { villages } = skeleton;
  // A village on a border or a shore may be in a cell that is only partly on its dry land.
  const isWhole = ({ place, country }: Village): boolean => countryOf(hexes.at(place)) === country;
  const seats = groupVillages(skeleton, villages.map(isWhole)).flatMap((group, sector) =>
    group.map((village) => ({ village: villages[village]!, sector })),
  );
  const isInhabited = createInhabited(skeleton);
  const reached = createNoise('survey-reach', 0.14, 3);
  const rough = createNoise('survey-rough', 0.09, 2);
  const random = createRandom('survey-pace');
  const pace = seats.map(() => random.between(STEP.slow, STEP.fast));
  const owner = growTerritories(
    hexes,
    seats.map(({ village }) => ({ cell: hexes.at(village.place), reach: NO_LIMIT })),
    (cell, seat) => {
      const { place, country } = seats[seat]!.village;
      const centre = hexes.centre(cell);
      const km = kilometres(place, centre);
      const noise = reached(...centre);
      if (km > FARTHEST.least + FARTHEST.range * noise || countryOf(cell) !== country)
        return Infinity;
      if (km > AROUND && !isInhabited(centre)) return Infinity;
      return (STEP.low + STEP.range * rough(...centre)) * pace[seat]!;
    },
  );
  for (const [cell, seat] of owner) owner.set(cell, seats[seat]!.sector);
  const homes = seats.map(({ village }) => hexes.at(village.place));
  const sectorOf = numberPieces(hexes, owner, homes);
  fillHoles(hexes, sectorOf, countryOf);
  return sectorOf;
}

/** Adds small pieces of unsurveyed land that sectors enclose to the sector beside them. */
function fillHoles(
  hexes: Hexes,
  sectorOf: Map<Cell, number>,
  countryOf: ReturnType<typeof createDryCells>,
): void {
  const seen = new Set<Cell>();
  for (const [cell, sector] of Array.from(sectorOf))
    for (const start of hexes.around(cell)) {
      if (sectorOf.has(start) || seen.has(start)) continue;
      const country = countryOf(cell);
      const piece = new Set<Cell>();
      const add = (at: Cell): void => {
        if (!sectorOf.has(at) && countryOf(at) === country) piece.add(at);
      };
      add(start);
      // The loop also visits the cells that it adds. A piece that meets a larger one is part of it.
      for (const at of piece) {
        if (piece.size > HOLE) break;
        hexes.around(at).forEach(add);
      }
      if (piece.size > HOLE) for (const at of piece) seen.add(at);
      else for (const at of piece) sectorOf.set(at, sector);
    }
}

/**
 * Numbers the connected pieces of the land of each group, because a sector is in one piece. Pieces
 * with few homes away from their edge are left out.
 */
function numberPieces(
  hexes: Hexes,
  groupOf: ReadonlyMap<Cell, number>,
  homes: readonly Cell[],
): Map<Cell, number> {
  const sectorOf = new Map<Cell, number>();
  const left = new Set(groupOf.keys());
  const isHome = new Set(homes);
  let sectors = 0;
  for (const start of isHome) {
    if (!left.delete(start)) continue;
    const piece = new Set([start]);
    // The loop also visits the cells that it adds.
    for (const cell of piece)
      for (const near of hexes.around(cell))
        if (groupOf.get(near) === groupOf.get(start) && left.delete(near)) piece.add(near);
    // The outline may exclude a village in a cell at its edge.
    const held = [...piece].filter(
      (cell) => isHome.has(cell) && hexes.around(cell).every((near) => piece.has(near)),
    );
    if (held.length < GROUP.least) continue;
    for (const cell of piece) sectorOf.set(cell, sectors);
    sectors++;
  }
  return sectorOf;
}

/** Returns a function that is true for places in a catchment with a village, or in a small one. */
function createInhabited({ villages, terrain }: Skeleton): (place: Place) => boolean {
  const inhabited = new Set(villages.map(({ place }) => terrain.catchmentAt(place)));
  return (place) => {
    const catchment = terrain.catchmentAt(place);
    return inhabited.has(catchment) || terrain.catchmentKm2(catchment) < SMALL;
  };
}

/**
 * Joins neighbouring villages to groups, one for each survey. Some places are left out, and the
 * villages that are not `free`.
 */
function groupVillages({ villages, nearVillages }: Skeleton, free: boolean[]): number[][] {
  const random = createRandom('survey-areas');
  const groups: number[][] = [];
  for (const first of random.shuffle(villages.map((_, number) => number))) {
    if (!free[first] || random.chance(UNSURVEYED)) continue;
    const most = random.integer(GROUP.least + 1, GROUP.most);
    const group = [first];
    // The loop also visits the villages that it adds, so villages near the first one come first.
    for (const village of group) {
      const { place, country } = villages[village]!;
      const near = nearVillages.within(place, GROUP.apart).sort((one, other) => one.km - other.km);
      for (const { index } of near) {
        if (group.length >= most) break;
        if (free[index] && villages[index]!.country === country && !group.includes(index))
          group.push(index);
      }
    }
    if (group.length < GROUP.least) continue;
    for (const village of group) free[village] = false;
    groups.push(group);
  }
  return groups;
}
