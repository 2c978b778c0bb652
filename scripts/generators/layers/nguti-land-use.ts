import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createNearest, kilometres, moved, type NearestIndex, type Place } from '../distance.ts';
import { type Cell, createHexes, type Hexes } from '../hexes.ts';
import { createNoise, type Noise } from '../noise.ts';
import { createRandom, type Random } from '../random.ts';
import { FAR } from '../skeleton/sites.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../territories.ts';
import { createDryCells } from './whole-cells.ts';
import { LAND_USES, OTHER_USES, type Situation } from './nguti-rules.ts';
import { drawDate } from './vocabulary.ts';

/** The middle of the invented council area, the cost it reaches to, and kilometres at most. */
const COUNCIL: Place = [9.56, 5.22];
const COUNCIL_REACH = 640;
const MAX_RADIUS = 38;
/** Kilometres of an edge of the cells that parcels are put together from. */
const EDGE = 0.16;
/** Kilometres between the middles of parcels: near villages, and at most. */
const SPACING = { near: 0.85, far: 3.1 };
/** Costs of a step: within a parcel at least and at most, and across a stream or road. */
const STEP = { low: 6, high: 16, across: 30 };
const NO_REACH_LIMIT = 1_000_000;
const OTHER_PARCELS = 4;
const UNDECIDED_PARCELS = 3;

interface Parcel {
  readonly place: Place;
  readonly situation: Situation;
}

/**
 * Makes a land-use plan for an invented council area in the nguti extent: parcels without gaps or
 * overlaps that end at streams and roads, each of the 20 uses where its rule allows, a few parcels
 * of other uses, and a few undecided ones (null).
 */
export function makeNgutiLandUse(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const hexes = createHexes('nguti-land-use', EDGE);
  const random = createRandom('nguti-land-use');
  const council = outlineCouncil(hexes, skeleton);
  const parcels = setOutParcels(hexes, council, skeleton, random);
  const rough = createNoise('parcel-rough', 0.02, 3);
  const steps = new Map<Cell, number>();
  const stepInto = (cell: Cell): number => {
    const known = steps.get(cell);
    if (known !== undefined) return known;
    const centre = hexes.centre(cell);
    const crosses =
      skeleton.nearWaters.nearest(centre, EDGE * 1.5) ??
      skeleton.nearRoads.nearest(centre, EDGE * 1.5);
    const within = STEP.low + (STEP.high - STEP.low) * rough(centre[0], centre[1]);
    const step = crosses ? STEP.across : within;
    steps.set(cell, step);
    return step;
  };
  const seats = parcels.map(({ place }) => ({ cell: hexes.at(place), reach: NO_REACH_LIMIT }));
  const owner = growTerritories(hexes, seats, (cell, seat) => {
    if (!council.has(cell)) return Infinity;
    // Houses keep together: a built-up area takes little of the land around.
    return stepInto(cell) * (parcels[seat]!.situation.toVillage < 0.05 ? 1.9 : 1);
  });
  const grown = cellsBySeat(owner);
  const uses = decideUses(parcels, [...grown.keys()], random);
  const labels = (cell: Cell): number => owner.get(cell) ?? -1;
  return [...grown].map(([seat, cells], number) => {
    const geometry = hexes.outline(cells, labels);
    const use = uses.get(seat) ?? null;
    return { type: 'Feature', geometry, properties: attributesOf(number, use, geometry) };
  });
}

/** The council's cells: grown from its middle over rough ground, in one piece on land. */
function outlineCouncil(hexes: Hexes, { ground, nearWaters }: Skeleton): ReadonlySet<Cell> {
  const countryOf = createDryCells(hexes, ground, EDGE);
  const rough = createNoise('council', 0.14, 4);
  const seat = { cell: hexes.at(COUNCIL), reach: COUNCIL_REACH };
  const cells = growTerritories(hexes, [seat], (cell) => {
    const centre = hexes.centre(cell);
    if (kilometres(COUNCIL, centre) > MAX_RADIUS || countryOf(cell) !== 'cmr') return Infinity;
    const wet = nearWaters.nearest(centre, EDGE * 1.5) !== null;
    return wet ? STEP.across : 2 + 22 * rough(centre[0], centre[1]) ** 2;
  });
  return filled(hexes, new Set(cells.keys()));
}

/** Adds what a set of cells encloses, so that the council has no holes. */
function filled(hexes: Hexes, cells: ReadonlySet<Cell>): ReadonlySet<Cell> {
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
      if (whole.has(cell) || kilometres(hexes.centre(cell), [lng!, lat!]) > MAX_RADIUS) continue;
      whole.add(cell);
      open.push(...hexes.around(cell));
    }
  }
  return whole;
}

/** A parcel for each village, then others around: the further from villages, the larger. */
function setOutParcels(
  hexes: Hexes,
  council: ReadonlySet<Cell>,
  skeleton: Skeleton,
  random: Random,
): Parcel[] {
  const state = createNoise('state-land', 0.22, 2);
  const height = createNoise('council-relief', 0.12, 3);
  const taken = createNearest(0.03);
  const parcels: Parcel[] = [];
  const inCouncil = (place: Place): boolean => council.has(hexes.at(place));
  const add = (place: Place): void => {
    taken.add(place);
    parcels.push({ place, situation: situate(place, skeleton, state, height) });
  };
  for (const village of skeleton.villages) if (inCouncil(village.place)) add(village.place);
  for (let attempt = 0; attempt < 12_000; attempt++) {
    const place = moved(COUNCIL, random.between(-36, 36), random.between(-36, 36));
    if (!inCouncil(place)) continue;
    const away = skeleton.nearVillages.nearest(place, FAR)?.km ?? FAR;
    const spacing = Math.min(SPACING.far, SPACING.near + Math.max(0, away - 1) * 0.75);
    if (!taken.nearest(place, spacing * random.between(0.8, 1.15))) add(place);
  }
  return parcels;
}

function situate(place: Place, skeleton: Skeleton, state: Noise, height: Noise): Situation {
  const to = (index: NearestIndex): number => index.nearest(place, FAR)?.km ?? FAR;
  return {
    toVillage: to(skeleton.nearVillages),
    toRoad: to(skeleton.nearRoads),
    toWater: to(skeleton.nearWaters),
    height: height(place[0], place[1]),
    state: state(place[0], place[1]),
  };
}

/** Draws a use for each parcel by the rules; a use nobody drew goes to the parcel it fits best. */
function decideUses(
  parcels: readonly Parcel[],
  numbers: readonly number[],
  random: Random,
): Map<number, string | null> {
  const names = Object.keys(LAND_USES);
  const uses = new Map<number, string | null>();
  const weightOf = (use: string, number: number): number =>
    LAND_USES[use]!(parcels[number]!.situation);
  for (const number of numbers) {
    const total = names.reduce((sum, use) => sum + weightOf(use, number), 0);
    let left = random.next() * total;
    uses.set(number, names.find((use) => (left -= weightOf(use, number)) < 0) ?? 'nonallocate');
  }
  const far = numbers.filter((number) => parcels[number]!.situation.toVillage > 1);
  const odd = random.sample(far, OTHER_PARCELS + UNDECIDED_PARCELS);
  odd.forEach((number, i) => {
    uses.set(number, i < OTHER_PARCELS ? OTHER_USES[i % OTHER_USES.length]! : null);
  });
  for (const use of names) {
    if ([...uses.values()].includes(use)) continue;
    const free = numbers.filter((number) => !odd.includes(number));
    const best = free.sort((one, other) => weightOf(use, other) - weightOf(use, one))[0];
    if (best !== undefined) uses.set(best, use);
  }
  return uses;
}

function attributesOf(number: number, use: string | null, geometry: Polygon | MultiPolygon) {
  const random = createRandom(`parcel-${number}`);
  const code = String(number + 1).padStart(4, '0');
  return {
    parcel_id: `P-${code}`,
    land_use: use,
    name: random.chance(0.15) ? null : `Parcel ${code}`,
    area_ha: hectares(geometry),
    ...(random.chance(0.25) ? {} : { adopted: drawDate(random, 2016, 2019) }),
  };
}
