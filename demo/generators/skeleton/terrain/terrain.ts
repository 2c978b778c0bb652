import { createCountryGrid } from '../../country-grid.ts';
import { type Place, sampleLine } from '../../distance.ts';
import { createNoise } from '../../noise.ts';
import { COUNTRIES, type Geography } from '../geography.ts';
import type { LandCover } from '../land-cover.ts';
import { CELL, cellKm2, type CellGrid, createCellGrid, type GridCell } from './cell-grid.ts';
import { drain, type Drainage } from './drainage.ts';

/** The properties of each cell of the region. Roads and areas are created from them. */
export interface Terrain extends Drainage {
  readonly grid: CellGrid;
  /** Number of the country plus one, lakes included; 0 abroad and at sea. */
  readonly nation: Uint8Array;
  /** The value is 1 if the centre of the cell is in a lake or a wide river. */
  readonly water: Uint8Array;
  /** The value is 1 if the centre of the cell is in a lake, 2 if a shore of a lake is in it. */
  readonly lake: Uint8Array;
  /** The value is 1 if a real river is in the cell. */
  readonly river: Uint8Array;
  /** Height above the sea in metres, with invented hills. */
  readonly height: Float32Array;
  /** Tree cover in percent. */
  readonly trees: Uint8Array;
  /** Returns the catchment at a place, with irregular borders; 0 off the land. */
  catchmentAt(place: Place): number;
  /**
   * Returns a place that is moved towards the centre of its catchment. Areas computed with it tend
   * to end at ridges, because the places of a catchment are then close together.
   */
  anchorOf(place: Place): Place;
  /** Returns the area of a catchment in square kilometres. */
  catchmentKm2(catchment: number): number;
}

/**
 * Height of the largest invented hills, in metres. They are added because the relief of the
 * geography is too smooth for drainage.
 */
const HILLS = 260;
/** Height of one level of the drainage in metres. */
const LEVEL = 0.8;
/**
 * Factor by which a place is moved to the centre of its catchment: 0 does not move the place, 1
 * moves it to the centre.
 */
const DRAWN = 0.75;
/** Amplitude of the irregular borders of catchments, in degrees. */
const WARP = 0.03;

/** Creates the terrain of a geography. */
export function createTerrain(geography: Geography, cover: LandCover): Terrain {
  const grid = createCellGrid();
  const nations = createCountryGrid({ ...geography, lakes: [] }, CELL);
  const dry = createCountryGrid(geography, CELL);
  const hills = createNoise('relief', 0.5, 4);
  const nation = new Uint8Array(grid.size);
  const water = new Uint8Array(grid.size);
  const trees = new Uint8Array(grid.size);
  const height = new Float32Array(grid.size);
  const level = new Int16Array(grid.size).fill(-1);
  for (let cell = 0; cell < grid.size; cell++) {
    const column = cell % grid.columns;
    const row = (cell - column) / grid.columns;
    const country = nations.at(column, row);
    if (!country) continue;
    const [lng, lat] = nations.middle(column, row);
    nation[cell] = COUNTRIES.indexOf(country) + 1;
    water[cell] = dry.at(column, row) ? 0 : 1;
    trees[cell] = cover.treesAt([lng, lat]) ?? 0;
    height[cell] = geography.relief([lng, lat]) + HILLS * (hills(lng, lat) - 0.5);
    if (!water[cell]) level[cell] = Math.max(0, Math.min(4095, Math.round(height[cell]! / LEVEL)));
  }
  const lake = markLakes(grid, geography);
  const river = new Uint8Array(grid.size);
  for (const line of geography.rivers)
    for (const place of sampleLine(line, 1)) {
      const cell = grid.at(place);
      if (cell >= 0) river[cell] = 1;
    }
  const rivers: GridCell[] = [];
  river.forEach((is, cell) => is && rivers.push(cell));
  const drainage = drain(grid, level, rivers);
  const anchors = measureCatchments(grid, drainage.catchment);
  const [east, north] = [createNoise('warp-east', 0.06, 2), createNoise('warp-north', 0.06, 2)];
  const catchmentAt = ([lng, lat]: Place): number => {
    const cell = grid.at([
      lng + WARP * (east(lng, lat) - 0.5),
      lat + WARP * (north(lng, lat) - 0.5),
    ]);
    return cell < 0 ? 0 : drainage.catchment[cell]!;
  };
  return {
    ...drainage,
    grid,
    nation,
    water,
    lake,
    river,
    height,
    trees,
    catchmentAt,
    anchorOf(place) {
      const number = catchmentAt(place);
      if (number === 0) return place;
      const [lng, lat] = anchors.middle(number);
      return [place[0] + (lng - place[0]) * DRAWN, place[1] + (lat - place[1]) * DRAWN];
    },
    catchmentKm2: (catchment) => anchors.km2(catchment),
  };
}

/** Marks the cells of lakes and of their shores. */
function markLakes(grid: CellGrid, { countries, stillWaters }: Geography): Uint8Array {
  const land = createCountryGrid({ countries, lakes: [] }, CELL);
  const dry = createCountryGrid({ countries, lakes: stillWaters }, CELL);
  const lake = new Uint8Array(grid.size);
  const rings = stillWaters.flatMap((area) =>
    area.type === 'Polygon' ? area.coordinates : area.coordinates.flat(),
  ) as unknown as Place[][];
  for (const place of rings.flatMap((ring) => sampleLine(ring, 0.5))) {
    const cell = grid.at(place);
    if (cell >= 0) lake[cell] = 2;
  }
  for (let cell = 0; cell < grid.size; cell++) {
    const column = cell % grid.columns;
    const row = (cell - column) / grid.columns;
    if (land.at(column, row) && !dry.at(column, row)) lake[cell] = 1;
  }
  return lake;
}

/** Computes the centre and the area of each catchment. */
function measureCatchments(grid: CellGrid, catchment: Int32Array) {
  const most = catchment.reduce((one, other) => Math.max(one, other), 0);
  const [lngs, lats, cells] = [0, 1, 2].map(() => new Float64Array(most + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  catchment.forEach((number, cell) => {
    const [lng, lat] = grid.node(cell);
    lngs[number]! += lng;
    lats[number]! += lat;
    cells[number]!++;
  });
  cells.forEach((count, number) => {
    lngs[number]! /= count;
    lats[number]! /= count;
  });
  const middle = (number: number): Place => [lngs[number]!, lats[number]!];
  return { middle, km2: (number: number) => cells[number]! * cellKm2(middle(number)[1]) };
}
