import type { Feature, MultiPolygon, Point, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createNearest, kilometres, type Place } from '../distance.ts';
import { type Cell, createHexes } from '../hexes.ts';
import { createRandom, hashCell, hashName, type Random } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../territories.ts';
import { placeNear } from './place-near.ts';
import { createDryCells } from './whole-cells.ts';
import { drawDate, languageOf, vocabularyOf } from './vocabulary.ts';

/** Distance from a village to its fields, in kilometres. */
const WALK = { low: 0.2, high: 4 };
/** Probability that a village has a farm plot. */
const MARKED = 0.55;
/** Number of drawn fields of a village; a number that occurs twice is twice as likely. */
const DRAWN = [0, 0, 0, 1, 1, 2] as const;
/** Edge length of the cells that fields consist of, in kilometres. */
const EDGE = 0.15;
/** Distance between fields, in kilometres. */
const SPACING = 0.9;
/** Distance from the centre of a field to its edge, in steps. */
const REACH = { low: 4, high: 12 };
const STEP = { low: 3, high: 6 };

const ANSWERS = {
  systems: ['shifting_cultivation', 'permanent_field', 'cocoa_under_shade', 'home_garden'],
  works: ['family', 'family_and_mutual_help', 'group_of_women', 'young_people_of_the_village'],
  problems: ['cut_by_animals', 'plant_disease', 'no_road_to_the_market', 'tired_soil', 'drought'],
} as const;

/** Creates farm plots as points, within four kilometres of their village. */
export function makeFarmingPoints(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('farming-points');
  const features: Feature<Point>[] = [];
  for (const village of skeleton.villages) {
    if (!random.chance(MARKED)) continue;
    const place = placeNear(village, WALK, skeleton, random);
    if (!place) continue;
    const code = `FP-${String(features.length + 1).padStart(5, '0')}`;
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...place] },
      // The area is an estimate of the farmer; it is not measured.
      properties: { ...attributesOf(village, code), area_ha: random.integer(2, 60) / 2 },
    });
  }
  return features;
}

interface Field {
  readonly village: Village;
  readonly place: Place;
  readonly reach: number;
}

/**
 * Creates fields drawn as areas. They do not touch each other and are within four kilometres of
 * their village.
 */
export function makeFarmingAreas(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const random = createRandom('farming-areas');
  const hexes = createHexes('farming-areas', EDGE);
  const countryOf = createDryCells(hexes, skeleton.ground, EDGE);
  const fields = setOut(skeleton, random);
  const seed = hashName('farming-steps');
  const rough = (cell: Cell): number => STEP.low + (STEP.high - STEP.low) * hashCell(seed, cell, 0);
  const seats = fields.map(({ place, reach }) => ({ cell: hexes.at(place), reach }));
  const owner = growTerritories(hexes, seats, (cell, seat) => {
    const { village } = fields[seat]!;
    // Corners of a cell are up to two edges from its centre.
    const isNear = kilometres(village.place, hexes.centre(cell)) < WALK.high - 2 * EDGE;
    return isNear && countryOf(cell) === village.country ? rough(cell) : Infinity;
  });
  const features: Feature<Polygon | MultiPolygon>[] = [];
  for (const [seat, cells] of cellsBySeat(owner)) {
    const { village } = fields[seat]!;
    if (cells.size < 4 || countryOf(seats[seat]!.cell) !== village.country) continue;
    const geometry = hexes.outline(cells);
    const code = `FA-${String(features.length + 1).padStart(5, '0')}`;
    features.push({
      type: 'Feature',
      geometry,
      properties: { ...attributesOf(village, code), area_ha: hectares(geometry) },
    });
  }
  return features;
}

function setOut(skeleton: Skeleton, random: Random): Field[] {
  const taken = createNearest(0.02);
  const walk = { low: WALK.low, high: WALK.high - 0.8 };
  return skeleton.villages.flatMap((village) =>
    Array.from({ length: random.pick(DRAWN) }).flatMap(() => {
      const isFree = (spot: Place): boolean => taken.nearest(spot, SPACING) === null;
      const place = placeNear(village, { ...walk, accept: isFree }, skeleton, random);
      if (!place) return [];
      taken.add(place);
      return [{ village, place, reach: random.integer(REACH.low, REACH.high) }];
    }),
  );
}

function attributesOf(village: Village, code: string) {
  const random = createRandom(`farming-${code}`);
  const { resources, spots } = vocabularyOf(village);
  return {
    farming_id: code,
    name: random.chance(0.05) ? null : `${random.pick(spots.farming)} ${random.integer(1, 9)}`,
    survey_language: languageOf(village),
    village: village.name,
    crops: random.sample(resources.farming, random.integer(1, 3)),
    system: random.pick(ANSWERS.systems),
    worked_by: random.pick(ANSWERS.works),
    fallow: random.chance(0.08) ? null : random.integer(0, 9),
    difficulties: random.sample(ANSWERS.problems, random.integer(0, 2)),
    ...(random.chance(0.03) ? {} : { surveyed: drawDate(random, 2011, 2025) }),
  };
}
