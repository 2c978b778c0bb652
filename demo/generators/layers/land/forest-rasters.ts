import type { Raster } from '../../../../server/store/store.ts';
import { createAreaIndex } from '../../area-index.ts';
import { createCountryGrid } from '../../country-grid.ts';
import { kilometres, KM_PER_DEGREE, type Place, sampleLine } from '../../distance.ts';
import { createNoise } from '../../noise.ts';
import {
  cellAt,
  distanceFrom,
  dropPatches,
  type Grid,
  middleOf,
  NO_DATA,
} from '../../raster-grid.ts';
import { createRandom } from '../../random.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { makeLoggingRoads } from './logging-roads.ts';

/** Number of cells of the finer grid along one cell of the tree cover. */
const FINER = 2;
/** Smallest tree cover of closed forest, in percent. */
const CLOSED = 82;
/** Smallest tree cover of forest, in percent. */
const FOREST = 62;
/** Smallest tree cover of wooded savanna, in percent. */
const WOODED = 38;
/** Smallest tree cover of open savanna, in percent. */
const OPEN = 20;

/** The input of the rasters of forest and land cover, all on one grid. */
interface Survey {
  readonly grid: Grid;
  /** Tree cover in percent, with noise as in satellite data; 255 abroad and on water. */
  readonly trees: Uint8Array;
  /** The value is 1 on lakes and along wide rivers within the countries. */
  readonly water: Uint8Array;
  /** Distance to the nearest village in tenths of a kilometre, at most 250. */
  readonly toVillage: Uint8Array;
  /** The same distance, longer for villages of few people, who use less forest. */
  readonly toUsers: Uint8Array;
  readonly toRoad: Uint8Array;
  readonly toRiver: Uint8Array;
  /** A smooth noise field from 0 to 255, for decisions that do not depend on a distance. */
  readonly chance: Uint8Array;
  /** A finer field, so that edges are rough. */
  readonly texture: Uint8Array;
  /** The value is 1 on the built-up land of towns. */
  readonly built: Uint8Array;
  /** The value is 1 on the low ground of the Congo Basin, which its rivers flood. */
  readonly flooded: Uint8Array;
  /** Distance to the nearest village, longer for those with small clearings. */
  readonly toClearing: Uint8Array;
}

/** Values of the pixels of the intact forest landscapes. */
const INTACT = { intact: 1, reduced2013: 2, reduced2016: 3 } as const;
/** Distance from people to intact forest in tenths of a kilometre, before `usedAt`. */
const AWAY = 70;
/** From which value of `chance` on forest was lost, and tenths of kilometres for each value above it. */
const LOST = { from: 135, share: 0.9, most: 30 };
/**
 * By what distances from people are multiplied, so that no belt along a road has one width: a
 * village uses the land on one side, or along a part of its road.
 */
const USED = { least: 0.25, most: 1.9 };
/** People on a square kilometre of the built-up land of a town. */
const BUILT = 9000;
/** Further distance to a village in tenths of a kilometre: `most`, less `root` times the root of its people. */
const FEW = { most: 18, from: 36, root: 2 };
/** Further distance to villages with small clearings in tenths of a kilometre, at most. */
const CLEARING = 16;
/** Square kilometres below which a forest landscape does not count as intact. */
const SMALLEST_INTACT = 500;

/** The years in which forest was found intact, and in which it was examined again. */
const YEARS = { first: 2000, second: 2013, third: 2016 } as const;
/** Distance of a logging road to intact forest in tenths of a kilometre, which varies. */
const LOGGED = { least: 14, range: 36 };
/** Population of a large town, and the distance of its centre to intact forest in kilometres. */
const TOWN = { from: 50_000, least: 17, range: 12, people: 1_000_000 };
/** Cells in a row or block below which lost forest is not counted as a loss of intact forest. */
const SMALLEST_LOSS = 5;

/**
 * Creates the intact forest landscapes: closed forest away from villages, roads and towns. Forest
 * that is nearer, or along a logging road, was lost by 2013 or 2016. Pixel values: 1 intact, 2 reduced by 2013, 3 reduced by 2016.
 */
export function makeIntactForest(skeleton: Skeleton, cover: LandCover): Raster {
  const survey = surveyOf(skeleton, cover);
  const { grid, trees, toUsers, toRoad, chance, texture } = survey;
  const towns = aroundTowns(grid, skeleton);
  const toLogging = loggingRoadsBefore(grid, skeleton, cover);
  const values = trees.map((percent, i) => {
    if (percent === NO_DATA || percent < CLOSED - 10 || towns[i]) return NO_DATA;
    // A road that was opened later is in forest that was intact when it was last examined.
    const logged = LOGGED.least + (LOGGED.range * texture[i]!) / 254;
    if (toLogging.first[i]! < logged) return NO_DATA;
    const away = Math.min(toUsers[i]!, toRoad[i]! + 20) * usedAt(survey, i);
    // Forest was lost in some regions only: elsewhere it ends where it ended before 2013.
    const lost = Math.min(LOST.most, LOST.share * (chance[i]! - LOST.from));
    if (away <= AWAY - Math.max(0, lost)) return NO_DATA;
    if (toLogging.second[i]! < logged || away <= AWAY - lost / 2) return INTACT.reduced2013;
    return toLogging.third[i]! < logged || away <= AWAY ? INTACT.reduced2016 : INTACT.intact;
  });
  for (const lost of [INTACT.reduced2013, INTACT.reduced2016])
    dropPatches(grid, values, {
      least: SMALLEST_LOSS,
      other: NO_DATA,
      holds: (value) => value === lost,
    });
  const cells = SMALLEST_INTACT / areaOfCell(grid);
  dropPatches(grid, values, { least: cells, other: NO_DATA, holds: (value) => value !== NO_DATA });
  return { ...grid, values };
}

/** Returns the distances to the logging roads that were opened until each of the years. */
function loggingRoadsBefore(grid: Grid, skeleton: Skeleton, cover: LandCover) {
  const roads = makeLoggingRoads(skeleton, cover);
  const until = (last: number): Uint8Array =>
    distanceFrom(
      grid,
      roads
        .filter(({ properties }) => Number(properties!['opened']) <= last)
        .flatMap(({ geometry }) => sampleLine(geometry.coordinates as unknown as Place[], 0.8)),
    );
  return { first: until(YEARS.first), second: until(YEARS.second), third: until(YEARS.third) };
}

/** Returns 1 around large towns, whose people use the forest far away from the last houses. */
function aroundTowns(grid: Grid, { geography }: Skeleton): Uint8Array {
  const irregular = createNoise('around-towns', 0.25, 3);
  const values = new Uint8Array(grid.width * grid.height);
  geography.towns.forEach((town, number) => {
    const people = geography.townPopulations[number]!;
    if (people < TOWN.from) return;
    const radius = TOWN.least + TOWN.range * Math.sqrt(Math.min(1, people / TOWN.people));
    // Nearly all values of the noise are within 0.25 of one half.
    eachCellAround(grid, town, 1.15 * radius, (cell, km, middle) => {
      if (km < radius * (0.85 + 0.6 * (irregular(...middle) - 0.25))) values[cell] = 1;
    });
  });
  return values;
}

/** Calls a function with each cell within some kilometres of a place. */
function eachCellAround(
  grid: Grid,
  place: Place,
  reach: number,
  visit: (cell: number, km: number, middle: Place) => void,
): void {
  const step = (grid.bounds[2] - grid.bounds[0]) / grid.width;
  const most = Math.ceil(reach / KM_PER_DEGREE / step) + 1;
  for (let down = -most; down <= most; down++) {
    for (let across = -most; across <= most; across++) {
      const cell = cellAt(grid, [place[0] + across * step, place[1] + down * step]);
      if (cell < 0) continue;
      const middle = middleOf(grid, cell);
      visit(cell, kilometres(place, middle), middle);
    }
  }
}

/**
 * Creates the primary humid forest: closed forest without the edges of clearings. Pixel value: 1.
 */
export function makePrimaryForest(skeleton: Skeleton, cover: LandCover): Raster {
  const survey = surveyOf(skeleton, cover);
  const { grid, trees, toVillage, toRoad } = survey;
  const values = trees.map((percent, i) => {
    if (percent === NO_DATA || percent < CLOSED - 6) return NO_DATA;
    const edge = Math.min(toVillage[i]!, toRoad[i]! + 4) * usedAt(survey, i);
    return edge > 14 ? 1 : NO_DATA;
  });
  return { ...grid, values };
}

/** Pixel values of the land cover. The configuration declares their names. */
export const LAND_COVER = {
  dense: 1,
  swamp: 2,
  secondary: 3,
  mosaic: 4,
  woodland: 5,
  grassland: 6,
  settled: 7,
  water: 8,
} as const;

/** Creates the land cover: eight classes by tree cover, water and distance to settlements. */
export function makeLandCover(skeleton: Skeleton, cover: LandCover): Raster {
  const survey = surveyOf(skeleton, cover);
  const { grid, trees, water, toVillage, toClearing, toRoad, built } = survey;
  const values = trees.map((percent, i) => {
    if (water[i]) return LAND_COVER.water;
    if (percent === NO_DATA) return NO_DATA;
    if (built[i]) return LAND_COVER.settled;
    const people = Math.min(toClearing[i]!, toRoad[i]! + 10) * usedAt(survey, i);
    if (toVillage[i]! < 8 && people < 6) return LAND_COVER.settled;
    if (percent >= CLOSED - 8) {
      if (isSwamp(survey, i)) return LAND_COVER.swamp;
      if (people < 16) return LAND_COVER.mosaic;
      return people < 28 ? LAND_COVER.secondary : LAND_COVER.dense;
    }
    if (percent >= FOREST) return people < 26 ? LAND_COVER.mosaic : LAND_COVER.secondary;
    return percent >= WOODED ? LAND_COVER.woodland : LAND_COVER.grassland;
  });
  return { ...grid, values };
}

/** Codes of the ESA CCI land cover legend that the raster uses (product user guide, version 2.0). */
export const ESA_CODES = {
  cropland: 10,
  mosaicCropland: 30,
  mosaicVegetation: 40,
  evergreen: 50,
  deciduous: 60,
  shrubMosaic: 100,
  shrubland: 120,
  grassland: 130,
  flooded: 160,
  urban: 190,
  water: 210,
} as const;

/** Creates land cover with the codes of ESA's Climate Change Initiative. */
export function makeEsaLandCover(skeleton: Skeleton, cover: LandCover): Raster {
  const survey = surveyOf(skeleton, cover);
  const { grid, trees, water, toVillage, toRoad, built } = survey;
  const values = trees.map((percent, i) => {
    if (water[i]) return ESA_CODES.water;
    if (percent === NO_DATA) return NO_DATA;
    const people = Math.min(toVillage[i]!, toRoad[i]! + 14) * usedAt(survey, i);
    if (built[i]) return ESA_CODES.urban;
    if (people < 5) return ESA_CODES.cropland;
    if (people < 12)
      return percent >= FOREST ? ESA_CODES.mosaicVegetation : ESA_CODES.mosaicCropland;
    if (isSwamp(survey, i)) return ESA_CODES.flooded;
    if (percent >= CLOSED - 12) return ESA_CODES.evergreen;
    if (percent >= FOREST - 6) return ESA_CODES.deciduous;
    if (percent >= WOODED) return ESA_CODES.shrubMosaic;
    return percent >= OPEN ? ESA_CODES.shrubland : ESA_CODES.grassland;
  });
  return { ...grid, values };
}

/** Returns true for forest that is flooded for months: along rivers, on low, level ground. */
function isSwamp({ trees, toRiver, chance, texture, flooded }: Survey, cell: number): boolean {
  if (flooded[cell] && trees[cell]! >= CLOSED - 8) return true;
  const rough = 0.5 + texture[cell]! / 220;
  return trees[cell]! >= FOREST && toRiver[cell]! * rough < 25 + (chance[cell]! - 140) / 2;
}

/**
 * The middle of the Congo Basin, where the forest between the rivers is flooded: its box, the height
 * in metres below which most of the ground is, and metres of higher ground for each step of noise.
 * From `from` of the way to the edge of the box, the height falls by `falls` metres up to the edge.
 */
const BASIN = {
  box: [15.6, -3, 21.2, 3.6],
  height: 376,
  rough: 0.15,
  from: 0.7,
  falls: 90,
} as const;

/** Returns 1 on the low ground in the middle of the Congo Basin. */
function floodedOn(grid: Grid, { geography }: Skeleton, chance: Uint8Array): Uint8Array {
  const [west, south, east, north] = BASIN.box;
  const values = new Uint8Array(grid.width * grid.height);
  for (let cell = 0; cell < values.length; cell++) {
    const [lng, lat] = middleOf(grid, cell);
    const across = (2 * lng - west - east) / (east - west);
    const up = (2 * lat - south - north) / (north - south);
    const outward = (Math.hypot(across, up) - BASIN.from) / (1 - BASIN.from);
    if (outward > 2) continue;
    const lower = BASIN.falls * Math.max(0, outward);
    const limit = BASIN.height - lower + BASIN.rough * (chance[cell]! - 128);
    if (geography.relief([lng, lat]) < limit) values[cell] = 1;
  }
  return values;
}

/** The provinces of the Grassfields, and the height in metres above which few trees are left. */
const GRASSFIELDS = { provinces: ['cmr-nord-ouest', 'cmr-ouest'], height: 1000, left: 0.45 };

/** Returns 1 in the Grassfields of Cameroon, whose green hills look like forest to a satellite. */
function grassfieldsOn(grid: Grid, { geography }: Skeleton): Uint8Array {
  const areas = GRASSFIELDS.provinces.flatMap((id) => geography.provinces.get(id) ?? []);
  const index = createAreaIndex(areas);
  const values = new Uint8Array(grid.width * grid.height);
  for (let cell = 0; cell < values.length; cell++) {
    const place = middleOf(grid, cell);
    if (place[0] > 12 || place[1] < 4 || place[1] > 8) continue;
    if (geography.relief(place) > GRASSFIELDS.height && index.holds(place)) values[cell] = 1;
  }
  return values;
}

/** Returns the factor for distances from people in a cell. */
function usedAt({ chance, texture }: Survey, cell: number): number {
  return USED.least + ((USED.most - USED.least) * (chance[cell]! + 2 * texture[cell]!)) / 762;
}

const surveys = new WeakMap<Skeleton, Survey>();

/** Computes the input of all rasters once. */
function surveyOf(skeleton: Skeleton, { trees }: LandCover): Survey {
  const known = surveys.get(skeleton);
  if (known) return known;
  const { bounds } = trees;
  const grid = { bounds, width: trees.width * FINER, height: trees.height * FINER };
  const { geography, villages, roads } = skeleton;
  const lines = (all: readonly (readonly Place[])[]): Place[] =>
    all.flatMap((line) => sampleLine(line, 0.8));
  const fieldOf = (seed: string, wavelength: number): Uint8Array =>
    finer({ ...trees, values: smoothField(trees, seed, wavelength) }, grid);
  const texture = fieldOf('canopy-fine', 0.14);
  const chance = fieldOf('land-cover', 0.5);
  const grassfields = grassfieldsOn(grid, skeleton);
  const widths = createRandom('clearings');
  const country = countriesOn(grid, skeleton);
  const lakes = countriesOn(grid, skeleton, { lakes: true });
  const fine = finer(trees, grid);
  const made: Survey = {
    grid,
    trees: fine.map((percent, i) => {
      if (!country[i] || percent === NO_DATA) return NO_DATA;
      // The noise is weak in closed forest and on bare ground, and strong between them.
      const rough = ((texture[i]! - 128) / 420) * percent * (112 - percent) * 0.02;
      const left = grassfields[i] ? GRASSFIELDS.left : 1;
      return Math.max(0, Math.min(100, Math.round((percent + rough) * left)));
    }),
    water: lakes,
    toVillage: distanceFrom(
      grid,
      villages.map(({ place }) => place),
    ),
    toRoad: distanceFrom(grid, lines(roads.map(({ line }) => line))),
    toRiver: distanceFrom(grid, lines(geography.rivers)),
    toUsers: distanceFrom(
      grid,
      villages.map(({ place }) => place),
      villages.map(({ people }) =>
        Math.max(0, Math.min(FEW.most, FEW.from - FEW.root * Math.sqrt(people))),
      ),
    ),
    chance,
    texture,
    built: builtOn(grid, skeleton),
    flooded: floodedOn(grid, skeleton, chance),
    toClearing: distanceFrom(
      grid,
      villages.map(({ place }) => place),
      villages.map(() => CLEARING * widths.next()),
    ),
  };
  surveys.set(skeleton, made);
  return made;
}

/** Returns 1 on the built-up land of towns, by their population; a town has one cell at least. */
function builtOn(grid: Grid, { geography }: Skeleton): Uint8Array {
  const irregular = createNoise('built-up', 0.09, 3);
  const values = new Uint8Array(grid.width * grid.height);
  geography.towns.forEach((town, number) => {
    const radius = Math.sqrt(geography.townPopulations[number]! / BUILT / Math.PI);
    const home = cellAt(grid, town);
    if (home < 0) return;
    values[home] = 1;
    eachCellAround(grid, town, 1.5 * radius, (cell, km, middle) => {
      // Nearly all values of the noise are within 0.25 of one half.
      if (km < radius * (0.1 + 1.8 * irregular(...middle))) values[cell] = 1;
    });
  });
  return values;
}

/** Returns a smooth noise field on a grid, with values from 0 to 254. */
function smoothField(grid: Grid, seed: string, wavelength: number): Uint8Array {
  const field = createNoise(seed, wavelength, 3);
  const values = new Uint8Array(grid.width * grid.height);
  for (let cell = 0; cell < values.length; cell++) {
    const [lng, lat] = middleOf(grid, cell);
    // Stretched, because nearly all values of the noise are within 0.2 of one half.
    values[cell] = Math.max(0, Math.min(254, Math.round(128 + (field(lng, lat) - 0.5) * 420)));
  }
  return values;
}

/** Interpolates a grid onto a finer one. Cells without data have no weight. */
function finer(from: Raster, grid: Grid): Uint8Array {
  const values = new Uint8Array(grid.width * grid.height);
  for (let row = 0; row < grid.height; row++) {
    const y = (row + 0.5) / FINER - 0.5;
    const top = Math.max(0, Math.floor(y));
    const low = Math.min(from.height - 1, top + 1);
    const down = Math.max(0, y - top);
    for (let column = 0; column < grid.width; column++) {
      const x = (column + 0.5) / FINER - 0.5;
      const left = Math.max(0, Math.floor(x));
      const right = Math.min(from.width - 1, left + 1);
      const across = Math.max(0, x - left);
      let sum = 0;
      let weights = 0;
      for (let corner = 0; corner < 4; corner++) {
        const isRight = (corner & 1) === 1;
        const isLow = corner > 1;
        const value = from.values[(isLow ? low : top) * from.width + (isRight ? right : left)]!;
        if (value === NO_DATA) continue;
        const weight = (isRight ? across : 1 - across) * (isLow ? down : 1 - down);
        sum += value * weight;
        weights += weight;
      }
      values[row * grid.width + column] = weights > 0 ? Math.round(sum / weights) : NO_DATA;
    }
  }
  return values;
}

/** Returns 1 on the land and the lakes of the countries, otherwise 0. */
function countriesOn(grid: Grid, { geography }: Skeleton, { lakes = false } = {}): Uint8Array {
  const step = (grid.bounds[2] - grid.bounds[0]) / grid.width;
  const land = createCountryGrid(geography, step);
  const whole = lakes ? createCountryGrid({ ...geography, lakes: [] }, step) : null;
  const values = new Uint8Array(grid.width * grid.height);
  const [west, south] = land.middle(0, 0);
  for (let cell = 0; cell < values.length; cell++) {
    const [lng, lat] = middleOf(grid, cell);
    const [column, row] = [Math.round((lng - west) / step), Math.round((lat - south) / step)];
    const isLand = land.at(column, row) !== null;
    values[cell] = whole ? Number(!isLand && whole.at(column, row) !== null) : Number(isLand);
  }
  return values;
}

function areaOfCell({ bounds, width, height }: Grid): number {
  const degree = 111.195;
  const [west, south, east, north] = bounds;
  return ((east - west) / width) * ((north - south) / height) * degree * degree;
}
