import type { MultiPolygon, Polygon } from 'geojson';
import { createNearest, kilometres, moved, type NearestIndex, type Place } from '../distance.ts';
import { type Cell, createHexes, type Hexes } from '../hexes.ts';
import { createNoise, type Noise } from '../noise.ts';
import { createRandom, type Random } from '../random.ts';
import type { Country } from '../skeleton/geography.ts';
import { FAR } from '../skeleton/sites.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../territories.ts';
import { createDryCells } from './whole-cells.ts';

/**
 * The properties of a parcel that determine its use: distances in kilometres, and two smooth fields
 * from 0 to 1.
 */
export interface Situation {
  /** Distance to the nearest village or town. */
  readonly toVillage: number;
  readonly toRoad: number;
  readonly toWater: number;
  /** Height of the invented relief, from 0 to 1. Low ground is wet. */
  readonly height: number;
  /** The probable owner of the land, from 0 (communities) to 1 (the state). */
  readonly state: number;
}

/** The weight of each use in a situation; 0 excludes the use. */
export type Rules = Readonly<Record<string, (at: Situation) => number>>;

/**
 * Returns 1 between two distances in kilometres, falling to 0 over half a kilometre on either side.
 */
export const band = (km: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (km - from) * 2 + 1, (to - km) * 2 + 1));

/** The input for generating a land-use plan. */
export interface Plan {
  readonly name: string;
  readonly country: Country;
  /** Position of the council's seat. */
  readonly middle: Place;
  /** Positions of the seats of the neighbouring councils. */
  readonly neighbours: readonly Place[];
  /** Maximum radius of the council's area, in kilometres. */
  readonly radius: number;
  /** Edge length of the cells that parcels consist of, in kilometres. */
  readonly edge: number;
  /** Distance between the centres of parcels, in kilometres: near villages, and far from them. */
  readonly spacing: { readonly near: number; readonly far: number };
  readonly rules: Rules;
  /** The use of parcels to which no rule assigns a use. */
  readonly rest: string;
  /**
   * Uses that are not in the rules, the share of parcels that get one, and the share of undecided
   * parcels.
   */
  readonly others: {
    readonly uses: readonly string[];
    readonly count: number;
    readonly open: number;
  };
}

/** A parcel with its use; null if the use is undecided. */
export interface Planned {
  readonly use: string | null;
  readonly geometry: Polygon | MultiPolygon;
  /** Number of the nearest village. */
  readonly village: number;
  /** The situation that determined the use. */
  readonly situation: Situation;
}

/** Costs of a step: lowest and highest within a parcel, and across a stream or road. */
const STEP = { low: 6, high: 16, across: 30 };
const NO_REACH_LIMIT = 1_000_000;
const ATTEMPTS = 12_000;
/**
 * Offsets in kilometres east and north of a place. Land belongs to the council if most of these
 * places do, so that its outline has no corners of the terrain's grid, and no narrow arms.
 */
const ROUND = [
  ...[0.7, 1.4, 2.1].flatMap((km): [number, number][] => [
    [km, 0],
    [0, km],
    [-km, 0],
    [0, -km],
  ]),
  ...[0.5, 1, 1.5].flatMap((km): [number, number][] => [
    [km, km],
    [-km, km],
    [-km, -km],
    [km, -km],
  ]),
] as const;
/** Factors by which the distance between the centres of two parcels varies. */
const UNEVEN = { least: 0.35, most: 1.2 } as const;
/** Wavelength, in degrees, of the noise that selects one of several equally suitable uses. */
const PATCH = 0.11;

interface Parcel {
  readonly place: Place;
  readonly situation: Situation;
}

/**
 * Creates the parcels of a plan. They have no gaps or overlaps, and end at streams and roads. No two
 * with the same use touch, so that they have all sizes. Each use is only where its rule allows it,
 * and occurs at least once; a few parcels have other uses, and a few are undecided.
 */
export function makePlan(skeleton: Skeleton, plan: Plan): Planned[] {
  const hexes = createHexes(plan.name, plan.edge);
  const random = createRandom(plan.name);
  const council = outlineCouncil(hexes, skeleton, plan);
  const parcels = setOutParcels((place) => council.has(hexes.at(place)), skeleton, plan, random);
  const rough = createNoise('parcel-rough', 0.02, 3);
  const steps = new Map<Cell, number>();
  const stepInto = (cell: Cell): number => {
    const known = steps.get(cell);
    if (known !== undefined) return known;
    const centre = hexes.centre(cell);
    const crosses =
      skeleton.nearWaters.nearest(centre, plan.edge * 1.5) ??
      skeleton.nearRoads.nearest(centre, plan.edge * 1.5);
    const within = STEP.low + (STEP.high - STEP.low) * rough(centre[0], centre[1]);
    const step = crosses ? STEP.across : within;
    steps.set(cell, step);
    return step;
  };
  const seats = parcels.map(({ place }) => ({ cell: hexes.at(place), reach: NO_REACH_LIMIT }));
  const owner = growTerritories(hexes, seats, (cell, seat) => {
    if (!council.has(cell)) return Infinity;
    // Built-up areas are compact, so a parcel of houses grows only near its village.
    return stepInto(cell) * (parcels[seat]!.situation.toVillage < 0.05 ? 1.9 : 1);
  });
  const grown = cellsBySeat(owner);
  const uses = decideUses(parcels, [...grown.keys()], plan, random);
  joinAlike(hexes, owner, uses);
  const labels = (cell: Cell): number => owner.get(cell) ?? -1;
  return [...cellsBySeat(owner)].map(([seat, cells]) => ({
    use: uses.get(seat) ?? null,
    geometry: hexes.outline(cells, labels),
    village: skeleton.nearVillages.nearest(parcels[seat]!.place, 3 * FAR)?.index ?? -1,
    situation: parcels[seat]!.situation,
  }));
}

/** Joins the parcels of a use that touch each other to one, which has the first of their numbers. */
function joinAlike(
  hexes: Hexes,
  owner: Map<Cell, number>,
  uses: ReadonlyMap<number, string | null>,
): void {
  const first = new Map<number, number>();
  const firstOf = (parcel: number): number => {
    let number = parcel;
    while (first.has(number)) number = first.get(number)!;
    return number;
  };
  for (const [cell, parcel] of owner) {
    for (const near of hexes.around(cell)) {
      const other = owner.get(near);
      if (other === undefined || uses.get(other) !== uses.get(parcel)) continue;
      const [low, high] = [firstOf(parcel), firstOf(other)].sort((a, b) => a - b);
      if (low !== high) first.set(high!, low!);
    }
  }
  for (const [cell, parcel] of owner) owner.set(cell, firstOf(parcel));
}

/**
 * Returns the cells of the council: the catchments nearer to its seat than to the seats of its
 * neighbours, connected and on land. The outline follows ridges and streams.
 */
function outlineCouncil(
  hexes: Hexes,
  skeleton: Skeleton,
  { country, edge, middle, neighbours, radius }: Plan,
): ReadonlySet<Cell> {
  const countryOf = createDryCells(hexes, skeleton, edge);
  const isNearer = (at: Place): boolean => {
    const place = skeleton.terrain.anchorOf(at);
    const away = kilometres(place, middle);
    return away < radius && neighbours.every((other) => kilometres(place, other) > away);
  };
  const isOurs = (cell: Cell): boolean => {
    if (countryOf(cell) !== country) return false;
    const centre = hexes.centre(cell);
    const around = ROUND.map(([east, north]) => moved(centre, east, north));
    return around.filter(isNearer).length * 2 > around.length;
  };
  const seat = { cell: hexes.at(middle), reach: NO_REACH_LIMIT };
  const cells = growTerritories(hexes, [seat], (cell) => (isOurs(cell) ? 1 : Infinity));
  return filled(hexes, new Set(cells.keys()), radius * 2);
}

/** Adds the cells that a set of cells encloses, so that the council has no holes. */
function filled(hexes: Hexes, cells: ReadonlySet<Cell>, most: number): ReadonlySet<Cell> {
  const outline = hexes.outline(cells);
  const rings = outline.type === 'Polygon' ? outline.coordinates.slice(1) : [];
  const whole = new Set(cells);
  for (const ring of rings) {
    const [lng, lat] = ring[0]!;
    const open = hexes
      .around(hexes.at([lng!, lat!]))
      .concat(hexes.at([lng!, lat!]))
      .filter((cell) => !cells.has(cell));
    while (open.length > 0) {
      const cell = open.pop()!;
      if (whole.has(cell) || kilometres(hexes.centre(cell), [lng!, lat!]) > most) continue;
      whole.add(cell);
      open.push(...hexes.around(cell));
    }
  }
  return whole;
}

/**
 * Creates a parcel for each town and village, then others around them. Parcels far from villages are larger.
 */
function setOutParcels(
  inCouncil: (place: Place) => boolean,
  skeleton: Skeleton,
  { middle, radius, spacing: { near, far } }: Plan,
  random: Random,
): Parcel[] {
  const state = createNoise('state-land', 0.22, 2);
  const height = createNoise('council-relief', 0.12, 3);
  const taken = createNearest(0.03);
  const parcels: Parcel[] = [];
  const add = (place: Place): void => {
    taken.add(place);
    parcels.push({ place, situation: situate(place, skeleton, state, height) });
  };
  for (const town of skeleton.geography.towns) if (inCouncil(town)) add(town);
  for (const village of skeleton.villages) if (inCouncil(village.place)) add(village.place);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const place = moved(middle, random.between(-radius, radius), random.between(-radius, radius));
    if (!inCouncil(place)) continue;
    const away = skeleton.nearVillages.nearest(place, FAR)?.km ?? FAR;
    const spacing = Math.min(far, near + Math.max(0, away - 1) * 0.75);
    if (!taken.nearest(place, spacing * random.between(UNEVEN.least, UNEVEN.most))) add(place);
  }
  return parcels;
}

function situate(place: Place, skeleton: Skeleton, state: Noise, height: Noise): Situation {
  const to = (index: NearestIndex): number => index.nearest(place, FAR)?.km ?? FAR;
  return {
    toVillage: Math.min(to(skeleton.nearVillages), skeleton.settlement.toTown(place, FAR)),
    toRoad: to(skeleton.nearRoads),
    toWater: to(skeleton.nearWaters),
    height: height(place[0], place[1]),
    state: state(place[0], place[1]),
  };
}

/**
 * Gives each parcel the use with the largest weight. A smooth noise field for each use selects
 * between similar weights, so that parcels with the same use are next to each other. A use without
 * a parcel gets the parcel that fits it best.
 */
function decideUses(
  parcels: readonly Parcel[],
  numbers: readonly number[],
  { name, rules, rest, others }: Plan,
  random: Random,
): Map<number, string | null> {
  const names = Object.keys(rules);
  const fields = new Map(names.map((use) => [use, createNoise(`${name}-${use}`, PATCH, 2)]));
  const weightOf = (use: string, number: number): number => {
    const { place, situation } = parcels[number]!;
    const field = Math.max(0, fields.get(use)!(place[0], place[1]) - 0.2);
    return rules[use]!(situation) * field * field;
  };
  const uses = new Map<number, string | null>();
  for (const number of numbers) {
    const weights = names.map((use) => weightOf(use, number));
    const best = weights.reduce((one, other) => Math.max(one, other));
    uses.set(number, best > 0 ? names[weights.indexOf(best)]! : rest);
  }
  const far = numbers.filter((number) => parcels[number]!.situation.toVillage > 1);
  const odd = random.sample(far, others.count + others.open);
  odd.forEach((number, i) => {
    uses.set(number, i < others.count ? others.uses[i % others.uses.length]! : null);
  });
  for (const use of names) {
    if ([...uses.values()].includes(use)) continue;
    const free = numbers.filter((number) => !odd.includes(number));
    const best = free.sort((one, other) => weightOf(use, other) - weightOf(use, one))[0];
    if (best !== undefined) uses.set(best, use);
  }
  return uses;
}
