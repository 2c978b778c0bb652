import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { kilometres } from '../distance.ts';
import { createHexes, type Cell, type Hexes } from '../hexes.ts';
import { createRandom, type Random } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../territories.ts';
import { createLandCost } from './land-cost.ts';
import { createDryCells } from './whole-cells.ts';
import { ANSWERS, drawClan, drawSurveyed, languageOf, vocabularyOf } from './vocabulary.ts';

/** Edge length of the cells that territories consist of, in kilometres. */
const EDGE = 0.5;
/** Maximum distance between a village and the edge of its territory, in kilometres. */
const FARTHEST = 7.8;
/**
 * Maximum cost of a cell in a territory: `least`, plus `root` times the square root of the
 * population.
 */
const REACH = { least: 24, root: 1.15 };
/** Share of the villages without a mapped territory. */
const UNMAPPED = 0.22;
/** Share of the territories that overlap others. */
const OVERLAPPING = 0.07;

/**
 * Creates customary territories. A territory is the land that can be reached from its village at a
 * lower cost than from any other village. It ends at streams, ridges, coasts and borders, and is
 * larger for more people. Villages without a mapped territory leave gaps, and some territories
 * claim a strip of a neighbour's land.
 */
export function makeTenure(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const { villages } = skeleton;
  const hexes = createHexes('tenure', EDGE);
  const countryOf = createDryCells(hexes, skeleton, EDGE);
  const random = createRandom('tenure');
  const seats = villages.map(({ place, people }) => ({
    cell: hexes.at(place),
    reach: Math.round((REACH.least + REACH.root * Math.sqrt(people)) * random.between(0.7, 1.35)),
  }));
  const stepInto = createLandCost(skeleton, hexes, EDGE);
  const homes = villages.map(({ place }) => skeleton.terrain.catchmentAt(place));
  const owner = growTerritories(hexes, seats, (cell, seat) => {
    const { place, country } = villages[seat]!;
    if (countryOf(cell) !== country || kilometres(place, hexes.centre(cell)) > FARTHEST)
      return Infinity;
    return stepInto(cell, homes[seat]!);
  });

  const labels = (cell: Cell): number => owner.get(cell) ?? -1;
  const features: Feature<Polygon | MultiPolygon>[] = [];
  for (const [seat, cells] of cellsBySeat(owner)) {
    const mapped = !random.chance(UNMAPPED);
    const claims = random.chance(OVERLAPPING);
    // A village on a shore may be in a cell that is partly water.
    if (!mapped || cells.size < 8 || countryOf(seats[seat]!.cell) !== villages[seat]!.country)
      continue;
    const { country } = villages[seat]!;
    // The cell of another village may be partly water.
    const isDry = (cell: Cell): boolean => countryOf(cell) === country;
    const geometry = claims
      ? hexes.outline(new Set([...withClaim(hexes, cells, owner, random)].filter(isDry)))
      : hexes.outline(cells, labels);
    features.push({
      type: 'Feature',
      geometry,
      properties: attributesOf(villages[seat]!, features.length, geometry),
    });
  }
  return features;
}

/** Adds a strip of a neighbouring territory, three cells wide. */
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
    clan: random.chance(0.03) ? null : drawClan(random, village),
    clan_difficulties: random.sample(ANSWERS.clanDifficulties, random.integer(0, 2)),
    area_ha: hectares(geometry),
    ...(random.chance(0.03) ? {} : { surveyed: drawSurveyed(random, village) }),
  };
}
