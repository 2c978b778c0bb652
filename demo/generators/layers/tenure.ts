import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { kilometres, type Place } from '../distance.ts';
import { createHexes, type Cell, type Hexes } from '../hexes.ts';
import { createNoise } from '../noise.ts';
import { createRandom, type Random } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../territories.ts';
import { createDryCells } from './whole-cells.ts';
import { ANSWERS, drawClan, drawDate, languageOf, vocabularyOf } from './vocabulary.ts';

/** Kilometres of an edge of the cells that territories are put together from. */
const EDGE = 0.45;
/** Kilometres from its village that a territory reaches, at most, by a smooth field. */
const REACH = { low: 2, high: 7.5 };
/** Cost of a step on land, at least and at most; one step is 0.8 km. */
const STEP = { low: 4, high: 22 };
/** Cost of crossing a river or stream: territories tend to end there. */
const FORD = 38;
/** Shares of the villages without a mapped territory, and of territories that reach over others'. */
const UNMAPPED = 0.22;
const OVERLAPPING = 0.07;

/**
 * Makes customary territories: the land that is reached from a village before it is reached from
 * another, ending at rivers, coasts and borders. Villages without a mapped territory leave gaps;
 * some territories claim a strip of a neighbour's.
 */
export function makeTenure(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const { villages, nearWaters, ground } = skeleton;
  const hexes = createHexes('tenure', EDGE);
  const countryOf = createDryCells(hexes, ground, EDGE);
  const rough = createNoise('tenure-rough', 0.035, 3);
  const random = createRandom('tenure');
  const shape = createNoise('tenure-shape', 0.09, 3);
  const seats = villages.map(({ place }) => ({
    cell: hexes.at(place),
    reach: random.integer(60, 150),
  }));
  // A step's cost and how far territories reach, by cell: each is asked for by several neighbours.
  const steps = new Map<Cell, number>();
  const reaches = new Map<Cell, number>();
  const survey = (cell: Cell, centre: Place): number => {
    const wet = nearWaters.nearest(centre, EDGE * 1.4) !== null;
    const step = STEP.low + (STEP.high - STEP.low) * rough(centre[0], centre[1]);
    steps.set(cell, wet ? FORD : step);
    const reach = REACH.low + (REACH.high - REACH.low) * shape(centre[0], centre[1]);
    reaches.set(cell, reach);
    return reach;
  };
  const owner = growTerritories(hexes, seats, (cell, seat) => {
    const { place, country } = villages[seat]!;
    const centre = hexes.centre(cell);
    const reach = reaches.get(cell) ?? survey(cell, centre);
    if (kilometres(place, centre) > reach || countryOf(cell) !== country) return Infinity;
    return steps.get(cell)!;
  });

  const labels = (cell: Cell): number => owner.get(cell) ?? -1;
  const features: Feature<Polygon | MultiPolygon>[] = [];
  for (const [seat, cells] of cellsBySeat(owner)) {
    const mapped = !random.chance(UNMAPPED);
    const claims = random.chance(OVERLAPPING);
    // A village on a shore may sit in a cell that is not dry as a whole.
    if (!mapped || cells.size < 8 || countryOf(seats[seat]!.cell) !== villages[seat]!.country)
      continue;
    const geometry = claims
      ? hexes.outline(withClaim(hexes, cells, owner, random))
      : hexes.outline(cells, labels);
    features.push({
      type: 'Feature',
      geometry,
      properties: attributesOf(villages[seat]!, features.length, geometry),
    });
  }
  return features;
}

/** Adds a strip, three cells wide, of one neighbour's territory. */
function withClaim(
  hexes: Hexes,
  own: ReadonlySet<Cell>,
  owner: ReadonlyMap<Cell, number>,
  random: Random,
): Set<Cell> {
  const others = new Set<number>();
  const claimed = new Set(own);
  let edge: Cell[] = [...own];
  for (const cell of own) {
    for (const near of hexes.around(cell)) {
      const other = owner.get(near);
      if (other !== undefined && !own.has(near)) others.add(other);
    }
  }
  const [victim] = random.sample([...others], 1);
  for (let width = 0; width < 3; width++) {
    const next = new Set<Cell>();
    for (const cell of edge) {
      for (const near of hexes.around(cell)) {
        if (!claimed.has(near) && owner.get(near) === victim && victim !== undefined)
          next.add(near);
      }
    }
    for (const cell of next) claimed.add(cell);
    edge = [...next];
  }
  return claimed;
}

function attributesOf(village: Village, number: number, geometry: Polygon | MultiPolygon) {
  const random = createRandom(`tenure-${number}`);
  const words = vocabularyOf(village);
  return {
    tenure_id: `T-${String(number + 1).padStart(5, '0')}`,
    name: `${words.territory} ${village.name}`,
    survey_language: languageOf(village),
    village: village.name,
    clan: random.chance(0.03) ? null : drawClan(random, words),
    clan_difficulties: random.sample(ANSWERS.clanDifficulties, random.integer(0, 2)),
    area_ha: hectares(geometry),
    ...(random.chance(0.03) ? {} : { surveyed: drawDate(random, 2011, 2025) }),
  };
}
