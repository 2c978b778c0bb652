import type { Feature, MultiPolygon, Point, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createNearest, kilometres, type Place } from '../distance.ts';
import { type Cell, createHexes } from '../hexes.ts';
import { createRandom, hashCell, hashName, type Random } from '../random.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { cellsBySeat, growTerritories } from '../territories.ts';
import { createFarmland, type Farmland } from './farmland.ts';
import { type Distance, placeNear } from './place-near.ts';
import { createDryCells } from './whole-cells.ts';
import { drawSurveyed, languageOf } from './vocabulary.ts';

/** Distance from a village to its fields, in kilometres. */
const WALK = { low: 0.2, high: 4 };
/** Probability that a village has a farm plot. */
const MARKED = 0.55;
/** Number of drawn fields of a village; a number that occurs twice is twice as likely. */
const DRAWN = [0, 0, 0, 1, 1, 2] as const;
/** Edge length of the cells that fields consist of, in kilometres. */
const EDGE = 0.065;
/** Distance between fields, in kilometres. */
const SPACING = 0.6;
/** Area in hectares below which a field is not drawn as an area. */
const SMALLEST = 2;
/** Minimum tree cover for cocoa under shade, in percent. */
const SHADE = 60;
/** Tree cover in percent below which the year has a long dry season. */
const DRY = 45;
const STEP = { low: 3, high: 6 };

const ANSWERS = {
  works: ['family', 'family_and_mutual_help', 'group_of_women', 'young_people_of_the_village'],
  household: ['family', 'family', 'family_and_mutual_help'],
} as const;

/** A way of farming, with what is grown and named by it. */
interface System {
  readonly system: string;
  /** Smallest and largest plot in hectares, as farmers estimate it. */
  readonly hectares: readonly [number, number];
  readonly crops: readonly string[];
  readonly name: Readonly<Record<'en' | 'fr', string>>;
  readonly worked: readonly [string, ...string[]];
  readonly problems: readonly string[];
  /** The fewest and the most years of fallow; null if the land is never left. */
  readonly fallow: readonly [number, number] | null;
  /** Distance from the village, in kilometres. */
  readonly walk: Distance;
  /** Smallest and largest distance from the centre of a drawn field to its edge, in steps. */
  readonly reach: readonly [number, number];
}

/** The garden at the house. It is too small to be drawn as an area. */
const GARDEN: System = {
  system: 'home_garden',
  hectares: [0.2, 3],
  crops: ['plantain', 'cocoyam', 'groundnuts', 'maize'],
  name: { en: 'Garden', fr: 'Jardin de case' },
  worked: ANSWERS.household,
  problems: ['cut_by_animals', 'plant_disease', 'tired_soil'],
  fallow: null,
  walk: { low: 0.02, high: 0.3 },
  reach: [0, 0],
};
const COCOA: System = {
  system: 'cocoa_under_shade',
  hectares: [0.5, 15],
  crops: ['cocoa', 'plantain'],
  name: { en: 'Cocoa farm', fr: 'Cacaoyère' },
  worked: ANSWERS.household,
  problems: ['cut_by_animals', 'plant_disease', 'no_road_to_the_market'],
  fallow: null,
  walk: WALK,
  reach: [4, 7],
};
const FIELDS: readonly [System, ...System[]] = [
  {
    system: 'shifting_cultivation',
    hectares: [0.5, 6],
    crops: ['cassava', 'plantain', 'groundnuts', 'maize', 'cocoyam'],
    name: { en: 'Fields', fr: 'Champs' },
    worked: ANSWERS.works,
    problems: ['cut_by_animals', 'plant_disease', 'no_road_to_the_market', 'tired_soil'],
    fallow: [2, 9],
    walk: WALK,
    reach: [3, 4],
  },
  {
    system: 'permanent_field',
    hectares: [0.5, 10],
    crops: ['cassava', 'groundnuts', 'maize'],
    name: { en: 'Cassava field', fr: 'Champ de manioc' },
    worked: ANSWERS.works,
    problems: ['cut_by_animals', 'plant_disease', 'no_road_to_the_market', 'tired_soil'],
    fallow: [0, 2],
    walk: WALK,
    reach: [3, 5],
  },
];

/** What replaces a way of farming in the highlands, where cocoa and cassava do not grow. */
const COFFEE: System = {
  ...COCOA,
  system: 'permanent_field',
  hectares: [0.5, 10],
  crops: ['coffee', 'beans'],
  name: { en: 'Coffee farm', fr: 'Caféière' },
};
const MAIZE: System = {
  ...FIELDS[1]!,
  crops: ['maize', 'beans', 'irish_potatoes'],
  name: { en: 'Maize field', fr: 'Champ de maïs' },
};
/** Crops of gardens and of fields where the land is not that of the forest. */
const CROPS: Readonly<Record<'savanna' | 'highland', readonly string[]>> = {
  savanna: ['groundnuts', 'cassava', 'maize', 'beans'],
  highland: ['maize', 'beans', 'irish_potatoes', 'cocoyam'],
};

/** Returns a way of farming with the crops of its land. */
function onLand(system: System, farmland: Farmland): System {
  if (farmland === 'forest' || farmland === 'hills') return system;
  const isHigh = farmland === 'highland';
  if (isHigh && system === COCOA) return COFFEE;
  if (system === FIELDS[1]) return isHigh ? MAIZE : system;
  return { ...system, crops: CROPS[farmland] };
}

/** Returns the ways of farming of a village away from the houses. Cocoa grows in forest only. */
function fieldsOf({ place }: Village, { cover, farmlandAt }: Land): readonly [System, ...System[]] {
  const farmland = farmlandAt(place);
  const isOpen = farmland === 'savanna' || (cover.treesAt(place) ?? 0) < SHADE;
  const systems: readonly [System, ...System[]] = isOpen ? FIELDS : [...FIELDS, COCOA];
  return systems.map((system) => onLand(system, farmland)) as [System, ...System[]];
}

/** What grows on the land. */
interface Land {
  readonly cover: LandCover;
  farmlandAt(place: Place): Farmland;
}

/** Creates farm plots as points: gardens at the houses, fields within four kilometres. */
export function makeFarmingPoints(skeleton: Skeleton, cover: LandCover): Feature<Point>[] {
  const random = createRandom('farming-points');
  const farmlandAt = createFarmland(skeleton.geography, cover);
  const features: Feature<Point>[] = [];
  for (const village of surveyedVillages(skeleton)) {
    if (!random.chance(MARKED)) continue;
    const system = random.pick([
      onLand(GARDEN, farmlandAt(village.place)),
      ...fieldsOf(village, { cover, farmlandAt }),
    ]);
    const place = placeNear(village, system.walk, skeleton, random);
    if (!place) continue;
    const [least, most] = system.hectares;
    const code = `FP-${String(features.length + 1).padStart(5, '0')}`;
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...place] },
      // The area is an estimate of the farmer; it is not measured.
      properties: {
        ...attributesOf(village, code, { system, isDry: (cover.treesAt(place) ?? 0) < DRY }),
        // Most plots are small.
        area_ha: Math.round((least + (most - least) * random.next() ** 2) * 10) / 10,
      },
    });
  }
  return features;
}

interface Field {
  readonly village: Surveyed;
  readonly place: Place;
  readonly reach: number;
  readonly system: System;
}

/**
 * Creates fields drawn as areas. They do not touch each other and are within four kilometres of
 * their village.
 */
export function makeFarmingAreas(
  skeleton: Skeleton,
  cover: LandCover,
): Feature<Polygon | MultiPolygon>[] {
  const random = createRandom('farming-areas');
  const hexes = createHexes('farming-areas', EDGE);
  const countryOf = createDryCells(hexes, skeleton, EDGE);
  const fields = setOut(skeleton, cover, random);
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
    const { village, place, system } = fields[seat]!;
    if (countryOf(seats[seat]!.cell) !== village.country) continue;
    const geometry = hexes.outline(cells);
    const area = hectares(geometry);
    if (area < SMALLEST || area > system.hectares[1]) continue;
    const code = `FA-${String(features.length + 1).padStart(5, '0')}`;
    features.push({
      type: 'Feature',
      geometry,
      properties: {
        ...attributesOf(village, code, { system, isDry: (cover.treesAt(place) ?? 0) < DRY }),
        area_ha: area,
      },
    });
  }
  return features;
}

function setOut(skeleton: Skeleton, cover: LandCover, random: Random): Field[] {
  const taken = createNearest(0.02);
  const walk = { low: WALK.low, high: WALK.high - 0.8 };
  const farmlandAt = createFarmland(skeleton.geography, cover);
  return surveyedVillages(skeleton).flatMap((village) =>
    Array.from({ length: random.pick(DRAWN) }).flatMap(() => {
      const isFree = (spot: Place): boolean => taken.nearest(spot, SPACING) === null;
      const place = placeNear(village, { ...walk, accept: isFree }, skeleton, random);
      if (!place) return [];
      taken.add(place);
      const system = random.pick(fieldsOf(village, { cover, farmlandAt }));
      return [{ village, place, system, reach: random.integer(...system.reach) }];
    }),
  );
}

function attributesOf(
  village: Surveyed,
  code: string,
  farm: { readonly system: System; readonly isDry: boolean },
) {
  const random = createRandom(`farming-${code}`);
  const { system, crops, name, worked, fallow } = farm.system;
  const problems = [...farm.system.problems, ...(farm.isDry ? ['drought'] : [])];
  const [main, ...others] = crops;
  return {
    farming_id: code,
    name: random.chance(0.05) ? null : `${name[languageOf(village)]} ${random.integer(1, 9)}`,
    survey_language: languageOf(village),
    village: village.name,
    crops: [main!, ...random.sample(others, random.integer(0, 2))],
    system,
    worked_by: random.pick(worked),
    fallow: random.chance(0.08) || !fallow ? null : random.integer(...fallow),
    difficulties: random.sample(problems, random.integer(0, 2)),
    ...(random.chance(0.03) ? {} : { surveyed: drawSurveyed(random, village) }),
  };
}
