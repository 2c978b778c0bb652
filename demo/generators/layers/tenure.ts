import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createNearest, type Place } from '../distance.ts';
import { createHexes, type Cell, type Hexes } from '../hexes.ts';
import { createNoise } from '../noise.ts';
import { createRandom, type Random } from '../random.ts';
import type { Country } from '../skeleton/geography.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../territories.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { createLandCost } from './land-cost.ts';
import { sectorsOf } from './sectors.ts';
import { createDryCells } from './whole-cells.ts';
import {
  ANSWERS,
  drawClan,
  drawSurveyed,
  languageOf,
  OVERLAP,
  vocabularyOf,
} from './vocabulary.ts';

/** Edge length of the cells that lands consist of, in kilometres. */
const EDGE = 0.6;
/** Largest distance between the centre of a cell and a corner of it as drawn, in kilometres. */
const CORNER = 0.78;
/**
 * Distance in kilometres between the unsurveyed land and the cells of lands, which varies from place to
 * place. A sector is public and the lands are not, so its border must not give theirs away.
 */
const MARGIN = { least: 1, most: 4 };
/** Distance in kilometres around a village within which the margin is the least. */
const HOME = 1.6;
/** Smallest distance in kilometres between villages with lands of their own. */
const APART = 1.6;
/** The population of a village whose people go as far as the cost says; others go less or more far. */
const USUAL = 350;
/** Fewest cells of a land. A smaller one is part of the land of a neighbour. */
const FEWEST = 6;
/** Share of the lands whose village claims land of a neighbour, and the share of such land. */
const CLAIMING = 0.6;
const CLAIM = { least: 0.04, most: 0.08 };
const NO_LIMIT = 1_000_000;

/**
 * Creates customary lands. They cover the sectors without gaps, but for an irregular strip along
 * the unsurveyed land. A land is what can be reached from its village at a lower cost than from any
 * other village. It ends at streams, ridges, coasts and borders, and is larger for more people.
 * Some villages claim land that their neighbours claim too.
 */
export function makeTenure(
  skeleton: Skeleton,
  isConcession: (place: Place) => boolean,
): Feature<Polygon | MultiPolygon>[] {
  const hexes = createHexes('tenure', EDGE);
  const countryOf = createMappedCells(skeleton, hexes);
  const villages = villagesWithLand(skeleton, (place) => countryOf(hexes.at(place)) !== null);
  const owner = growLands(skeleton, villages, { hexes, countryOf });
  const random = createRandom('tenure');
  const labels = (cell: Cell): number => owner.get(cell) ?? -1;
  return [...cellsBySeat(owner)].map(([seat, cells], number) => {
    const claimed = random.chance(CLAIMING)
      ? claimOf(
          { hexes, owner, homes: villages.map(({ place }) => hexes.at(place)) },
          cells,
          random,
        )
      : new Set<Cell>();
    const geometry = hexes.outline(new Set([...cells, ...claimed]), (cell) =>
      claimed.has(cell) ? seat : labels(cell),
    );
    return {
      type: 'Feature',
      geometry,
      properties: attributesOf(villages[seat]!, number, {
        geometry,
        isConceded: [...cells].some((cell) => isConcession(hexes.centre(cell))),
      }),
    };
  });
}

/**
 * Returns a function that returns the country of a cell in which lands were mapped: in a sector,
 * on dry land, and away from the unsurveyed land.
 */
function createMappedCells(skeleton: Skeleton, hexes: Hexes): (cell: Cell) => Country | null {
  const { depthAt, isInside, holds } = sectorsOf(skeleton);
  const countryOf = createDryCells(hexes, skeleton, EDGE);
  const { nearVillages } = skeleton;
  const margin = createNoise('tenure-margin', 0.12, 2);
  const isMapped = (cell: Cell): boolean => {
    const centre = hexes.centre(cell);
    const depth = depthAt(centre) - CORNER - MARGIN.least;
    if (depth < 0) return false;
    // Nearly all values of the noise are within 0.3 of one half.
    const share = Math.min(1, Math.max(0, (margin(...centre) - 0.2) / 0.6));
    const strip = (MARGIN.most - MARGIN.least) * share * share;
    if (depth < strip && nearVillages.nearest(centre, HOME) === null) return false;
    return isInside(centre) || hexes.drawnCorners(cell).every(holds);
  };
  const known = new Map<Cell, Country | null>();
  return (cell) => {
    let answer = known.get(cell);
    if (answer === undefined) {
      answer = isMapped(cell) ? countryOf(cell) : null;
      known.set(cell, answer);
    }
    return answer;
  };
}

/** Returns the villages with lands of their own: of villages near each other, the largest. */
function villagesWithLand(
  skeleton: Skeleton,
  isMapped: (place: Village['place']) => boolean,
): Surveyed[] {
  const villages = surveyedVillages(skeleton);
  const taken = createNearest(0.05);
  const chosen = villages
    .filter(({ place }) => isMapped(place))
    .sort((one, other) => other.people - one.people)
    .filter(({ place }) => {
      if (taken.nearest(place, APART)) return false;
      taken.add(place);
      return true;
    });
  const has = new Set(chosen);
  return villages.filter((village) => has.has(village));
}

interface Mapped {
  readonly hexes: Hexes;
  readonly countryOf: (cell: Cell) => Country | null;
}

/** Returns the village of each mapped cell. */
function growLands(
  skeleton: Skeleton,
  villages: readonly Village[],
  { hexes, countryOf }: Mapped,
): Map<Cell, number> {
  const stepInto = createLandCost(skeleton, hexes, EDGE);
  const homes = villages.map(({ place }) => skeleton.terrain.catchmentAt(place));
  // The fourth root: of two villages, the one with sixteen times the people goes twice as far.
  const pace = villages.map(({ people }) => Math.sqrt(Math.sqrt(people / USUAL)));
  const owner = growTerritories(
    hexes,
    villages.map(({ place }) => ({ cell: hexes.at(place), reach: NO_LIMIT })),
    (cell, seat) =>
      countryOf(cell) === villages[seat]!.country
        ? stepInto(cell, homes[seat]!) / pace[seat]!
        : Infinity,
  );
  joinSmall(hexes, owner);
  return owner;
}

/** Gives the cells of small lands to the neighbour with the longest border. */
function joinSmall(hexes: Hexes, owner: Map<Cell, number>): void {
  for (const [seat, cells] of cellsBySeat(owner)) {
    if (cells.size >= FEWEST) continue;
    const sides = new Map<number, number>();
    for (const near of [...cells].flatMap(hexes.around)) {
      const other = owner.get(near);
      if (other !== undefined && other !== seat) sides.set(other, (sides.get(other) ?? 0) + 1);
    }
    const [next] = [...sides].sort(([, one], [, other]) => other - one);
    for (const cell of cells)
      if (next) owner.set(cell, next[0]);
      else owner.delete(cell);
  }
}

interface Lands {
  readonly hexes: Hexes;
  readonly owner: ReadonlyMap<Cell, number>;
  /** The cells of the villages. */
  readonly homes: readonly Cell[];
}

/** Returns cells of one neighbour, at a place of the common border, that a village claims too. */
function claimOf(
  { hexes, owner, homes }: Lands,
  own: ReadonlySet<Cell>,
  random: Random,
): Set<Cell> {
  const claimed = new Set<Cell>();
  const beside = [...own].flatMap(hexes.around).filter((cell) => !own.has(cell) && owner.has(cell));
  const [start] = random.sample(beside, 1);
  if (start === undefined) return claimed;
  const victim = owner.get(start)!;
  const home = new Set([homes[victim]!, ...hexes.around(homes[victim]!)]);
  const most = Math.round(own.size * random.between(CLAIM.least, CLAIM.most));
  const next = [start];
  // The loop also visits the cells that it adds.
  for (const cell of next) {
    if (claimed.size >= most) break;
    if (home.has(cell)) continue;
    claimed.add(cell);
    for (const near of hexes.around(cell))
      if (owner.get(near) === victim && !next.includes(near)) next.push(near);
  }
  return claimed;
}

/** Share of the clans with land in a concession that name it as a difficulty. */
const NAMED = 0.7;

function attributesOf(
  village: Surveyed,
  number: number,
  { geometry, isConceded }: { geometry: Polygon | MultiPolygon; isConceded: boolean },
) {
  const random = createRandom(`tenure-${number}`);
  const words = vocabularyOf(village);
  return {
    tenure_id: `T-${String(number + 1).padStart(5, '0')}`,
    name: words.territory(village.name),
    survey_language: languageOf(village),
    village: village.name,
    clan: random.chance(0.03) ? null : drawClan(random, village),
    clan_difficulties: [
      ...(isConceded && random.chance(NAMED) ? [OVERLAP] : []),
      ...random.sample(ANSWERS.clanDifficulties, random.integer(0, 2)),
    ],
    area_ha: hectares(geometry),
    ...(random.chance(0.03) ? {} : { surveyed: drawSurveyed(random, village) }),
  };
}
