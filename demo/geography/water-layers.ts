import type { MapFeature, MapLayer } from '../../cli/geography/cut-tiles.ts';
import type { Geography } from './geography.ts';
import { toMercator } from '../../cli/geography/geometry.ts';
import { innermostPoint } from '../../cli/geography/polygons.ts';
import { generalise, NAME_FIELDS, named } from './layer-parts.ts';
import type { Attribute } from '../../cli/geography/tile-features.ts';
import { OPEN_WATERS } from './names.ts';
import { nameLines } from './river-labels.ts';
import type { RiverLine } from './rivers.ts';
import { leastLake, type ShownRivers } from './shown-rivers.ts';
import type { WaterArea } from './water.ts';

/** The first zoom with the areas of wide rivers. */
const WIDE_WATER_FROM = 6;
/** The smallest area of a wide river, in km2. Smaller ones look like ponds on the river. */
const LEAST_WIDE_WATER = 25;

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
      fields: { id: 'String', ...NAME_FIELDS, class: 'String', rank: 'Number' },
      at: (zoom) => [...waterNames(lakes, zoom), ...riverNames(rivers, zoom)],
    },
  ];
}

function waterNames(lakes: readonly WaterArea[], zoom: number): MapFeature[] {
  const inLakes = lakes.flatMap(({ named: water, rings }) => {
    if (!water) return [];
    return [{ water, at: innermostPoint([rings], 1e-6) }];
  });
  const inSeas = OPEN_WATERS.map((water) => ({
    water,
    at: toMercator(zoom < 4 ? (water.far ?? water.at) : water.at),
  }));
  return [...inSeas, ...inLakes]
    .filter(({ water }) => Math.floor(water.from) <= zoom)
    .map(({ water, at }) => ({
      properties: { id: water.id, ...named(water.name), class: water.class, from: water.from },
      geometry: { kind: 'point', points: [at] },
    }));
}

function riverNames(rivers: readonly RiverLine[], zoom: number): MapFeature[] {
  return nameLines(
    rivers.filter(({ river }) => river.rank <= zoom - 2),
    zoom,
  ).map(({ river, line }) => ({
    properties: { id: river.id, ...named(river.name), class: 'river', rank: river.rank },
    geometry: { kind: 'line', lines: [line] },
    uncut: true,
  }));
}
