import type { MapFeature, MapLayer } from '../../cli/geography/cut-tiles.ts';
import type { Geography } from './geography.ts';
import {
  boundsOf,
  distance,
  encloses,
  fromMercator,
  overlaps,
  toMercator,
  type Bounds,
  type Line,
  type Point,
} from '../../cli/geography/geometry.ts';
import { innermostPoint, linesOutside } from '../../cli/geography/polygons.ts';
import { generalise, NAME_FIELDS, named, pixelAt } from './layer-parts.ts';
import type { Attribute } from '../../cli/geography/tile-features.ts';
import { OPEN_WATERS, type NamedWater } from './names.ts';
import { closeNameLines, nameLines } from './river-labels.ts';
import type { River } from './river-names.ts';
import type { RiverLine } from './rivers.ts';
import { leastLake, type ShownRivers } from './shown-rivers.ts';
import type { WaterArea } from './water.ts';

/** The first zoom with the areas of wide rivers. */
const WIDE_WATER_FROM = 6;
/** The smallest area of a wide river, in km2. Smaller ones look like ponds on the river. */
const LEAST_WIDE_WATER = 25;

/** The last zoom with tiles. Closer views use these tiles. */
const LAST_TILES = 8;

/** The fields of the names of waters. */
const LABEL_FIELDS = {
  id: 'String',
  ...NAME_FIELDS,
  class: 'String',
  rank: 'Number',
  from: 'Number',
  to: 'Number',
} as const;

/** Zooms of the further names of a lake, of which one is in sight in each view. */
const FURTHER_NAMES = [9, 10, 11, 12, 13] as const;

/**
 * Distances of these names in px of their zoom: along a row, and between rows, of which every other
 * one is shifted by half of the first. So the names of a zoom are among those of the next one.
 */
const NAME_GRID = [480, 240] as const;
/** Half the width and height that one needs, in px of its zoom. */
const NAME_ROOM = [64, 12] as const;
/** Least distance of two names, in px. */
const NAMES_APART = 330;
/** The last zoom at which a lake may be so narrow that no position of the grid has room. */
const NARROW = 11;

/**
 * Returns the layers of lakes, wide and narrow rivers, and the points and lines for their names.
 */
export function waterLayers(
  { lakes, wideWater, broadWater, rivers }: Geography,
  shown: ShownRivers,
): MapLayer[] {
  const areas = (list: readonly WaterArea[], zoom: number, least = leastLake(zoom)) =>
    list
      .filter(({ km2 }) => km2 >= least)
      .map(({ named: water, rings }): MapFeature => ({
        properties: water ? { id: water.id, ...named(water.name) } : {},
        geometry: { kind: 'polygon', polygons: generalise([rings], zoom, 0.4, 0) },
      }));
  const inland = lakes.filter(({ tidal }) => !tidal);
  const riverProperties = ({ river, origin }: RiverLine): Record<string, Attribute> => ({
    id: river.id,
    ...named(river.name),
    rank: river.rank,
    origin,
  });
  return [
    {
      name: 'lakes',
      minzoom: 2,
      maxzoom: 8,
      fields: { id: 'String', ...NAME_FIELDS },
      at: (zoom) => areas(inland, zoom),
    },
    {
      name: 'water',
      minzoom: WIDE_WATER_FROM,
      maxzoom: 8,
      fields: {},
      at: (zoom) => areas(wideWater, zoom, LEAST_WIDE_WATER),
    },
    // The areas that are good enough to be drawn close, which the tiles of zoom 8 are used for.
    {
      name: 'broad_water',
      minzoom: 8,
      maxzoom: 8,
      fields: {},
      at: (zoom) => areas(broadWater, zoom, 0),
    },
    {
      name: 'rivers',
      minzoom: 2,
      maxzoom: 8,
      fields: {
        id: 'String',
        ...NAME_FIELDS,
        rank: 'Number',
        origin: 'String',
        border: 'Number',
      },
      at: (zoom) =>
        shown.at(zoom).rivers.map(({ part, border, line }) => ({
          properties: { ...riverProperties(part), border },
          geometry: { kind: 'line', lines: [line] },
        })),
    },
    {
      name: 'water_labels',
      minzoom: 3,
      maxzoom: 8,
      fields: LABEL_FIELDS,
      at: (zoom) => [
        ...waterNames(lakes, zoom),
        ...riverNames(rivers, lakes, zoom),
        ...(zoom < LAST_TILES ? [] : closeRiverNames(shown, broadWater)),
      ],
    },
  ];
}

function waterNames(lakes: readonly WaterArea[], zoom: number): MapFeature[] {
  const inLakes = lakes.flatMap(({ named: water, rings }) => {
    if (!water) return [];
    const first = { water, points: [innermostPoint([rings], 1e-6)] };
    return zoom < LAST_TILES ? [first] : [first, ...furtherNames(water, first.points[0]!, rings)];
  });
  const inSeas = OPEN_WATERS.map((water) => ({
    water,
    points: [toMercator(zoom < 4 ? (water.far ?? water.at) : water.at)],
  }));
  return [...inSeas, ...inLakes]
    .filter(({ water }) => Math.min(Math.floor(water.from), LAST_TILES) <= zoom)
    .map(({ water, points }) => ({
      properties: {
        id: water.id,
        ...named(water.name),
        class: water.class,
        from: water.from,
        ...(water.to === undefined ? {} : { to: water.to }),
      },
      geometry: { kind: 'point', points },
    }));
}

/** Returns further positions of the name of a lake around the first one, by the zoom with room. */
function furtherNames(
  water: NamedWater,
  first: Point,
  rings: readonly Line[],
): { readonly water: NamedWater; readonly points: readonly Point[] }[] {
  const isWater = (at: Point): boolean =>
    encloses(rings[0]!, at) && !rings.slice(1).some((island) => encloses(island, at));
  const taken: Point[] = [first];
  return FURTHER_NAMES.map((from) => {
    const pixel = pixelAt(from);
    const [across, up] = [NAME_ROOM[0] * pixel, NAME_ROOM[1] * pixel];
    // Along the upper and the lower edge of the name, so that it crosses no shore or island.
    const hasRoom = ([x, y]: Point): boolean =>
      [-1, -0.5, 0, 0.5, 1].every(
        (part) => isWater([x + part * across, y - up]) && isWater([x + part * across, y + up]),
      );
    const points: Point[] = [];
    const bounds = boundsOf(rings[0]!);
    // The positions between those of the grid are for the narrow parts.
    for (const parts of from > NARROW ? [1] : [1, 8])
      for (const at of gridAround(first, bounds, pixel, parts)) {
        if (taken.some((other) => distance(other, at) < NAMES_APART * pixel)) continue;
        if (!hasRoom(at)) continue;
        taken.push(at);
        points.push(at);
      }
    return { water: { ...water, from }, points };
  }).filter(({ points }) => points.length > 0);
}

/** The positions of the grid around a point, or of one with shorter distances by a factor. */
function* gridAround(
  first: Point,
  [west, south, east, north]: Bounds,
  pixel: number,
  factor: number,
): Generator<Point> {
  const [column, row] = [(NAME_GRID[0] * pixel) / factor, (NAME_GRID[1] * pixel) / factor];
  for (let j = Math.ceil((south - first[1]) / row); first[1] + j * row < north; j += 1) {
    const start = first[0] + (j % 2 === 0 ? 0 : column / 2);
    for (let i = Math.ceil((west - start) / column); start + i * column < east; i += 1)
      yield [start + i * column, first[1] + j * row];
  }
}

/** A river has no name where its line is in a lake with a name. */
function riverNames(
  rivers: readonly RiverLine[],
  lakes: readonly WaterArea[],
  zoom: number,
): MapFeature[] {
  const shores = lakes.filter(({ named: water }) => water).map(({ rings }) => rings);
  const outside = rivers
    .filter(({ river }) => river.rank <= zoom - 2)
    .flatMap((part) => {
      const bounds = boundsOf(part.line.map(toMercator));
      const beside = shores.filter(([shore]) => overlaps(boundsOf(shore!), bounds));
      if (beside.length === 0) return [part];
      return linesOutside([part.line.map(toMercator)], beside).map((line) => ({
        ...part,
        line: line.map(fromMercator),
      }));
    });
  const zooms = zoom < LAST_TILES ? {} : { to: CLOSE_NAMES[0] };
  return nameLines(outside, zoom).map(({ river, line }) => riverNamesOn(river, [line], zooms));
}

/** Zooms from which rivers have names closer to each other, in the last tiles. */
const CLOSE_NAMES = [9, 10, 11, 12, 13] as const;

/** The names of close views, in which no line is in a lake. */
function closeRiverNames(shown: ShownRivers, areas: readonly WaterArea[]): MapFeature[] {
  const rivers = shown.at(LAST_TILES).rivers.map(({ part: { river }, line }) => ({ river, line }));
  const polygons = areas.map(({ rings }) => rings);
  return CLOSE_NAMES.flatMap((from, i) => {
    const to = CLOSE_NAMES[i + 1];
    const zooms = { from, ...(to === undefined ? {} : { to }) };
    const byRiver = new Map<River, Line[]>();
    for (const { river, line } of closeNameLines(rivers, polygons, from))
      byRiver.set(river, [...(byRiver.get(river) ?? []), line]);
    return Array.from(byRiver, ([river, lines]) => riverNamesOn(river, lines, zooms));
  });
}

function riverNamesOn(
  { id, name, rank }: River,
  lines: readonly Line[],
  zooms: { readonly from?: number; readonly to?: number },
): MapFeature {
  return {
    properties: { id, ...named(name), class: 'river', rank, ...zooms },
    geometry: { kind: 'line', lines },
    uncut: true,
  };
}
