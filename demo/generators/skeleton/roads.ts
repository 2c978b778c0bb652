import { createNearest, kilometres, type Place } from '../distance.ts';
import { createRandom } from '../random.ts';
import type { GridCell } from './terrain/cell-grid.ts';
import { cellsOf, type Link, linksOf, spanner } from './terrain/links.ts';
import { spread, type StepCost } from './terrain/spread.ts';
import type { Terrain } from './terrain/terrain.ts';
import { createStepSet, drawLine, drawnAt } from './terrain/trace-lines.ts';
import { REGION } from './extents.ts';
import { COUNTRIES, type Geography } from './geography.ts';
import type { Ground } from './ground.ts';
import { ROAD_CLASSES, roadCost, type RoadClass } from './road-cost.ts';
import type { Settlement } from './settlement.ts';

/** An invented road. */
export interface Road {
  readonly line: readonly Place[];
  readonly kind: RoadClass;
}

/** Ratio of the existing route to a new road above which a town or a hamlet gets its own road. */
const DETOUR = { towns: 1.55, hamlets: 6 };
/** A town with at least this population is on a national road. */
const MAIN_TOWN = 60_000;
/**
 * Distance between the hamlets that tracks lead to, in kilometres: in dense and in sparse
 * countryside.
 */
const SPACING = { near: 11, far: 62 };
const ATTEMPTS = 60_000;

/**
 * Invents roads over the terrain: first between the large towns, then all towns, then hamlets. New
 * roads use existing ones where that is cheaper.
 */
export function inventRoads(
  geography: Geography,
  { terrain, ground }: Land,
  settlement: Settlement,
): Road[] {
  const { grid } = terrain;
  const cellOf = (place: Place): GridCell => landCell({ terrain, ground }, place);
  const inside = (place: Place): boolean => cellOf(place) >= 0;
  const numbers = geography.towns.flatMap((town, i) => (inside(town) ? [i] : []));
  const large = numbers.filter((i) => geography.townPopulations[i]! >= MAIN_TOWN);
  const towns = numbers.map((i) => geography.towns[i]!);
  const hamlets = setOutHamlets(terrain, settlement, towns);
  const seats: Readonly<Record<RoadClass, readonly Place[]>> = {
    nationale: large.map((i) => geography.towns[i]!),
    regionale: towns,
    piste: [...towns, ...hamlets],
  };
  const laid = new Uint8Array(grid.size);
  const cost = roadCost(terrain, laid);
  const meets = meetingPlaces(towns, cellOf);
  const placeOf = (cell: GridCell): Place =>
    meets.get(cell) ?? roadPlace({ terrain, ground }, cell);
  return ROAD_CLASSES.flatMap((kind): Road[] => {
    const steps = createStepSet((cell) => meets.has(cell));
    const detour = kind === 'piste' ? DETOUR.hamlets : DETOUR.towns;
    const cells = seats[kind].map(cellOf);
    for (const way of waysBetween(terrain, cells, cost, detour)) {
      way.forEach((cell, i) => {
        const from = way[i - 1];
        if (from !== undefined && !(laid[from] && laid[cell])) steps.add(from, cell);
      });
    }
    const chains = steps.chains();
    const lines = chains.map((chain) => chain.map(placeOf));
    chains.forEach((chain, number) => {
      chain.forEach((cell, i) => {
        laid[cell] = 1;
        const isEnd = i === 0 || i === chain.length - 1;
        if (!meets.has(cell)) meets.set(cell, isEnd ? placeOf(cell) : drawnAt(lines[number]!, i));
      });
    });
    return lines.map((line) => ({ kind, line: drawLine(line) }));
  });
}

/** The land over which roads lead. */
interface Land {
  readonly terrain: Terrain;
  readonly ground: Ground;
}

/**
 * Returns the cell of a place. For a town on a coast, at a border or at a shore, it is an adjacent cell of
 * its country. Returns -1 abroad.
 */
function landCell({ terrain: { grid, nation, lake }, ground }: Land, place: Place): GridCell {
  const cell = grid.at(place);
  if (cell < 0) return -1;
  const country = ground.nationAt(place);
  const number = country ? COUNTRIES.indexOf(country) + 1 : 0;
  const around = grid.around.map((step) => cell + step);
  const far = (other: GridCell): number => kilometres(grid.node(other), place);
  const near = [cell, ...around.sort((one, other) => far(one) - far(other))];
  const isOurs = (other: GridCell): boolean => number > 0 && nation[other] === number;
  return (
    near.find((other) => isOurs(other) && lake[other] !== 1) ??
    near.find(isOurs) ??
    near.find((other) => nation[other]! > 0) ??
    -1
  );
}

/** Returns the place of each cell with a town, where roads of all classes meet. */
function meetingPlaces(
  towns: readonly Place[],
  cellOf: (place: Place) => GridCell,
): Map<GridCell, Place> {
  // The first town of a cell is the largest.
  return new Map(towns.toReversed().map((town) => [cellOf(town), town]));
}

/** Returns the place of a road in a cell, in the country of the cell. */
function roadPlace({ terrain: { grid, nation }, ground }: Land, cell: GridCell): Place {
  const node = grid.node(cell);
  const country = ground.nationAt(node);
  return country && nation[cell] === COUNTRIES.indexOf(country) + 1 ? node : grid.middle(cell);
}

/** Returns the cheapest routes that connect all start cells without long detours. */
function waysBetween(
  { grid }: Terrain,
  seats: readonly GridCell[],
  cost: StepCost,
  detour: number,
): GridCell[][] {
  const reached = spread(grid, seats, cost);
  const links: Link[] = linksOf(grid, reached, cost);
  return spanner(links, seats.length, detour).map((link) => cellsOf(link, reached));
}

/** Draws places for hamlets: close together in dense countryside, and not near towns. */
function setOutHamlets(
  { grid, nation, water }: Terrain,
  settlement: Settlement,
  towns: readonly Place[],
): Place[] {
  const random = createRandom('hamlets');
  const taken = createNearest(0.2, towns);
  const hamlets: Place[] = [];
  const [west, south, east, north] = REGION;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const place: Place = [random.between(west, east), random.between(south, north)];
    const cell = grid.at(place);
    if (!nation[cell] || water[cell]) continue;
    const sparse = (1 - settlement.density(place)) ** 2;
    if (taken.nearest(place, SPACING.near + (SPACING.far - SPACING.near) * sparse)) continue;
    taken.add(place);
    hamlets.push(place);
  }
  return hamlets;
}

/** Returns the length of a line, in kilometres. */
export function lengthOf(line: readonly Place[]): number {
  return line.slice(1).reduce((sum, place, i) => sum + kilometres(line[i]!, place), 0);
}
