import { createNearest, kilometres, type Place } from '../distance.ts';
import { createRandom } from '../random.ts';
import type { GridCell } from './terrain/cell-grid.ts';
import { cellsOf, type Link, linksOf, spanner } from './terrain/links.ts';
import { spread, type StepCost } from './terrain/spread.ts';
import type { Terrain } from './terrain/terrain.ts';
import { createStepSet, drawChain } from './terrain/trace-lines.ts';
import { REGION } from './extents.ts';
import type { Geography } from './geography.ts';
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
  terrain: Terrain,
  settlement: Settlement,
): Road[] {
  const { grid } = terrain;
  const inside = (place: Place): boolean => landCell(terrain, place) >= 0;
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
  return ROAD_CLASSES.flatMap((kind): Road[] => {
    const steps = createStepSet();
    const detour = kind === 'piste' ? DETOUR.hamlets : DETOUR.towns;
    const cells = seats[kind].map((place) => landCell(terrain, place));
    for (const way of waysBetween(terrain, cells, cost, detour)) {
      way.forEach((cell, i) => {
        const from = way[i - 1];
        if (from !== undefined && !(laid[from] && laid[cell])) steps.add(from, cell);
      });
    }
    const chains = steps.chains();
    for (const chain of chains) for (const cell of chain) laid[cell] = 1;
    return chains.map((chain) => ({ kind, line: drawChain(grid, chain) }));
  });
}

/**
 * Returns the cell of a place. For a town on the coast, it is an adjacent cell of land. Returns -1
 * abroad.
 */
function landCell({ grid, nation }: Terrain, place: Place): GridCell {
  const cell = grid.at(place);
  if (cell < 0) return -1;
  return [0, ...grid.around].map((step) => cell + step).find((near) => nation[near]! > 0) ?? -1;
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
