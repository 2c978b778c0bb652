import type { MapFeature, MapLayer } from '../../cli/geography/cut-tiles.ts';
import type { Geography } from './geography.ts';
import {
  boundsOf,
  overlaps,
  roundCorners,
  simplifyLine,
  toMercator,
  type Line,
} from '../../cli/geography/geometry.ts';
import { innermostPoint, linesOutside } from '../../cli/geography/polygons.ts';
import { DEVIATION, generalise, NAME_FIELDS, named, pixelAt } from './layer-parts.ts';
import type { Attribute } from '../../cli/geography/tile-features.ts';
import { OPEN_WATERS } from './names.ts';
import { nameLines } from './river-labels.ts';
import type { RiverLine } from './rivers.ts';
import type { WaterArea } from './water.ts';

/** The first zoom with the areas of wide rivers. */
const WIDE_WATER_FROM = 6;
/** The smallest area of a wide river, in km2. Smaller ones look like ponds on the river. */
const LEAST_WIDE_WATER = 25;

/**
 * Returns the layers of lakes, wide and narrow rivers, and the points and lines for their names.
 */
export function waterLayers({ lakes, wideWater, rivers }: Geography): MapLayer[] {
  const areas = (list: readonly WaterArea[], zoom: number, least = leastWater(zoom)) =>
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
  const smooth = rivers.map((part) => ({
    ...part,
    line: roundCorners(part.line.map(toMercator), 1),
  }));
  // A lake has another colour than a river, so a river has no line in a lake. Its line continues
  // through its own area, which has the same colour, because the area may be narrower.
  const outsideLakes = (line: Line, zoom: number): readonly Line[] => {
    const shown = lakes
      .filter(
        ({ km2, rings }) =>
          km2 >= leastWater(zoom) && overlaps(boundsOf(rings[0]!), boundsOf(line)),
      )
      .map(({ rings }) => rings);
    const lines = linesOutside([line], shown);
    return lines.map((part) => simplifyLine(part, DEVIATION * pixelAt(zoom)));
  };
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
    {
      name: 'rivers',
      minzoom: 2,
      maxzoom: 8,
      fields: { id: 'String', ...NAME_FIELDS, rank: 'Number', origin: 'String' },
      at: (zoom) =>
        smooth
          .filter(({ river }) => river.rank <= zoom - 1)
          .map((part) => ({
            properties: riverProperties(part),
            geometry: { kind: 'line', lines: outsideLakes(part.line, zoom) },
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

/** Returns the area (km2) below which lakes are left out at a zoom. */
function leastWater(zoom: number): number {
  return [9000, 9000, 9000, 2000, 500, 150, 40, 12, 3][zoom] ?? 3;
}
