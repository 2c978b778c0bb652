import type { MapFeature, MapLayer } from '../../cli/geography/cut-tiles.ts';
import type { Geography } from './geography.ts';
import {
  boundsOf,
  encloses,
  fromMercator,
  overlaps,
  toMercator,
  type Line,
  type Point,
} from '../../cli/geography/geometry.ts';
import { innermostPoint, linesOutside } from '../../cli/geography/polygons.ts';
import { generalise, NAME_FIELDS, named, pixelAt } from './layer-parts.ts';
import type { Attribute } from '../../cli/geography/tile-features.ts';
import { OPEN_WATERS, type NamedWater } from './names.ts';
import { nameLines } from './river-labels.ts';
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

/** Zooms from which a lake has further names, so that one is in sight. */
const FURTHER_NAMES = [10, 12] as const;

/** Distance of these names, and half the width and height that one needs, in px of that zoom. */
const NAME_DISTANCE = 480;
const NAME_ROOM = [80, 16] as const;

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
      at: (zoom) => areas(lakes, zoom),
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
      at: (zoom) => [...waterNames(lakes, zoom), ...riverNames(rivers, lakes, zoom)],
    },
  ];
}

function waterNames(lakes: readonly WaterArea[], zoom: number): MapFeature[] {
  const inLakes = lakes.flatMap(({ named: water, rings }) => {
    if (!water) return [];
    const first = { water, at: innermostPoint([rings], 1e-6) };
    return zoom < LAST_TILES ? [first] : [first, ...furtherNames(water, rings)];
  });
  const inSeas = OPEN_WATERS.map((water) => ({
    water,
    at: toMercator(zoom < 4 ? (water.far ?? water.at) : water.at),
  }));
  return [...inSeas, ...inLakes]
    .filter(({ water }) => Math.min(Math.floor(water.from), LAST_TILES) <= zoom)
    .map(({ water, at }) => ({
      properties: {
        id: water.id,
        ...named(water.name),
        class: water.class,
        from: water.from,
        ...(water.to === undefined ? {} : { to: water.to }),
      },
      geometry: { kind: 'point', points: [at] },
    }));
}

/** Returns further positions of the name of a lake, each from a zoom at which there is room for it. */
function furtherNames(
  water: NamedWater,
  rings: readonly Line[],
): { readonly water: NamedWater; readonly at: Point }[] {
  const [west, south, east, north] = boundsOf(rings[0]!);
  const isWater = (at: Point): boolean =>
    encloses(rings[0]!, at) && !rings.slice(1).some((island) => encloses(island, at));
  return FURTHER_NAMES.flatMap((from) => {
    const pixel = pixelAt(from);
    const [across, up] = [NAME_ROOM[0] * pixel, NAME_ROOM[1] * pixel];
    const step = NAME_DISTANCE * pixel;
    const found: { water: NamedWater; at: Point }[] = [];
    for (let y = south + step / 2; y < north; y += step)
      for (let x = west + step / 2; x < east; x += step) {
        // Along the upper and the lower edge of the name, so that it crosses no shore or island.
        const edges = [-1, -0.5, 0, 0.5, 1].flatMap((part): Point[] => [
          [x + part * across, y - up],
          [x + part * across, y + up],
        ]);
        if (edges.every(isWater)) found.push({ water: { ...water, from }, at: [x, y] });
      }
    return found;
  });
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
  return nameLines(outside, zoom).map(({ river, line }) => ({
    properties: { id: river.id, ...named(river.name), class: 'river', rank: river.rank },
    geometry: { kind: 'line', lines: [line] },
    uncut: true,
  }));
}
