import type { Attribute } from './mvt-encode.ts';
import type { MapFeature, MapLayer } from './cut-tiles.ts';
import type { World, SimplifiedWorld, Country } from './countries.ts';
import {
  type Bounds,
  polygonArea,
  ringArea,
  roundCorners,
  simplifyLine,
  toMercator,
  type Line,
  type Point,
  type Polygon,
} from './geometry.ts';
import { combine, dissolve, innermostPoint } from './geos.ts';
import { LABEL_POINTS, SEAS, type Name } from './names.ts';
import type { Place } from './places.ts';
import { ENGLISH_PROVINCES } from './province-names.ts';
import type { Province } from './provinces.ts';
import { nameLines, type RiverLine, type WaterArea } from './water.ts';

/** Everything the base map is made of. */
export interface Geography {
  readonly world: World;
  readonly provinces: readonly Province[];
  /** Lines between provinces, by country. */
  readonly provinceLines: ReadonlyMap<string, readonly Line[]>;
  readonly lakes: readonly WaterArea[];
  readonly wideWater: readonly WaterArea[];
  readonly rivers: readonly RiverLine[];
  readonly forest: readonly { readonly class: string; readonly polygons: readonly Polygon[] }[];
  readonly places: readonly Place[];
}

/**
 * The layers of the base map with their attributes and zooms; `extents` is the box tiles are made
 * for, by zoom.
 */
export function baseLayers(geography: Geography, extents: readonly Bounds[]): MapLayer[] {
  return [
    ...landLayers(geography.world, extents),
    forestLayer(geography.forest),
    ...waterLayers(geography),
    ...provinceLayers(geography),
    ...labelLayers(geography),
  ];
}

/** The largest deviation of a generalised line, in pixels of the zoom it is made for. */
const DEVIATION = 0.6;
const pixelAt = (zoom: number): number => 1 / (512 * 2 ** zoom);

/** Spacing of the grid that shapes are merged on, units of the square (4 cm). */
const SNAP = 1e-9;
const UNIT_SQUARE: Line = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

const named = ({ en, fr }: Name) => ({ name: en, name_en: en, name_fr: fr });
const NAMES = { name: 'String', name_en: 'String', name_fr: 'String' } as const;

function landLayers(world: World, extents: readonly Bounds[]): MapLayer[] {
  const worlds = new Map<number, SimplifiedWorld>();
  const at = (zoom: number): SimplifiedWorld => {
    const known = worlds.get(zoom) ?? world.simplify(DEVIATION * pixelAt(zoom), extents[zoom]!);
    worlds.set(zoom, known);
    return known;
  };
  const merged = (zoom: number, which: (country: Country) => boolean): Polygon[] => {
    const least = 4 * pixelAt(zoom) ** 2;
    const polygons = world.countries.filter(which).flatMap((country) => at(zoom).polygons(country));
    return dissolve(
      polygons.filter(([ring]) => Math.abs(ringArea(ring!)) > least),
      SNAP,
    );
  };
  const without = (land: readonly Polygon[]): MapFeature[] => [
    {
      properties: {},
      geometry: { kind: 'polygon', polygons: combine('difference', [[UNIT_SQUARE]], land, SNAP) },
    },
  ];
  const all = { minzoom: 0, maxzoom: 8 } as const;
  return [
    { name: 'sea', ...all, fields: {}, at: (zoom) => without(merged(zoom, () => true)) },
    {
      name: 'outside',
      ...all,
      fields: {},
      at: (zoom) => without(merged(zoom, ({ inside }) => inside)),
    },
    {
      name: 'countries',
      minzoom: 6,
      maxzoom: 8,
      fields: { iso3: 'String', ...NAMES },
      at: (zoom) =>
        world.countries
          .filter(({ inside }) => inside)
          .map((country) => ({
            properties: { iso3: country.iso3, ...named(country.name) },
            geometry: { kind: 'polygon', polygons: at(zoom).polygons(country) },
          })),
    },
    {
      name: 'borders',
      ...all,
      fields: { kind: 'String' },
      at: (zoom) =>
        ['country', 'outside', 'coast'].map((kind) => ({
          properties: { kind },
          geometry: {
            kind: 'line',
            lines: at(zoom)
              .boundaries()
              .filter((boundary) => boundary.kind === kind && boundary.line.length > 1)
              .map(({ line }) => line),
          },
        })),
    },
  ];
}

function forestLayer(forest: Geography['forest']): MapLayer {
  return {
    name: 'forest',
    minzoom: 2,
    maxzoom: 8,
    fields: { class: 'String' },
    at: (zoom) =>
      forest.map(({ class: name, polygons }) => ({
        properties: { class: name },
        geometry: {
          kind: 'polygon',
          polygons: generalise(polygons, zoom, 1, (zoom < 6 ? 30 : 40) * pixelAt(zoom) ** 2),
        },
      })),
  };
}

/** Rings with their corners rounded where a zoom shows it, without those under `least`. */
function generalise(
  polygons: readonly Polygon[],
  zoom: number,
  deviation: number,
  least: number,
): Polygon[] {
  const tolerance = deviation * pixelAt(zoom);
  return polygons
    .filter(([ring]) => Math.abs(ringArea(ring!)) > least)
    .map((rings) =>
      rings
        .filter((ring, i) => i === 0 || Math.abs(ringArea(ring)) > least)
        .map((ring) => simplifyLine(ring, tolerance))
        .filter((ring) => ring.length > 3),
    )
    .filter((rings) => rings.length > 0);
}

/** Lakes and wide rivers smaller than this (km2) are left out at a zoom. */
function leastWater(zoom: number): number {
  return [9000, 9000, 9000, 2000, 500, 150, 40, 12, 3][zoom] ?? 3;
}

function waterLayers({ lakes, wideWater, rivers }: Geography): MapLayer[] {
  const areas = (list: readonly WaterArea[], zoom: number): MapFeature[] =>
    list
      .filter(({ km2 }) => km2 >= leastWater(zoom))
      .map(({ named: water, rings }) => ({
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
    line: roundCorners(part.line.map(toMercator), 2),
  }));
  return [
    {
      name: 'lakes',
      minzoom: 2,
      maxzoom: 8,
      fields: { id: 'String', ...NAMES },
      at: (zoom) => areas(lakes, zoom),
    },
    {
      name: 'water',
      minzoom: 6,
      maxzoom: 8,
      fields: { id: 'String', ...NAMES },
      at: (zoom) => areas(wideWater, zoom),
    },
    {
      name: 'rivers',
      minzoom: 2,
      maxzoom: 8,
      fields: { id: 'String', ...NAMES, rank: 'Number', origin: 'String' },
      at: (zoom) =>
        smooth
          .filter(({ river }) => river.rank <= zoom - 1)
          .map((part) => ({
            properties: riverProperties(part),
            geometry: { kind: 'line', lines: [simplifyLine(part.line, DEVIATION * pixelAt(zoom))] },
          })),
    },
    {
      name: 'water_labels',
      minzoom: 3,
      maxzoom: 8,
      fields: { id: 'String', ...NAMES, class: 'String', rank: 'Number' },
      at: (zoom) => [...waterNames(lakes, zoom), ...riverNames(rivers, zoom)],
    },
  ];
}

function waterNames(lakes: readonly WaterArea[], zoom: number): MapFeature[] {
  const inLakes = lakes.flatMap(({ named: water, rings }) => {
    if (!water) return [];
    return [{ water, at: innermostPoint([rings], 1e-6) }];
  });
  const inSeas = SEAS.map((water) => ({ water, at: toMercator(water.at) }));
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

function provinceLayers({ provinces, provinceLines }: Geography): MapLayer[] {
  const lines = Array.from(provinceLines, ([iso3, list]) => ({
    iso3,
    list: list.map((line) => line.map(toMercator)),
  }));
  return [
    {
      name: 'provinces',
      minzoom: 4,
      maxzoom: 8,
      fields: { iso3: 'String' },
      at: (zoom) =>
        lines.map(({ iso3, list }) => ({
          properties: { iso3 },
          geometry: {
            kind: 'line',
            lines: list.map((line) => simplifyLine(line, DEVIATION * pixelAt(zoom))),
          },
        })),
    },
    {
      name: 'province_labels',
      minzoom: 6,
      maxzoom: 8,
      fields: { id: 'String', ...NAMES, iso3: 'String' },
      at: () =>
        provinces.map(({ id, name, iso3, polygons }) => ({
          properties: { id, ...named({ en: ENGLISH_PROVINCES[id] ?? name, fr: name }), iso3 },
          geometry: { kind: 'point', points: [toMercator(innermostPoint(polygons, 0.01))] },
        })),
    },
  ];
}

function labelLayers({ world, places }: Geography): MapLayer[] {
  const coarse = world.simplify(pixelAt(4), [-180, -90, 180, 90]);
  const countryNames = world.countries.flatMap((country): (MapFeature & { size: number })[] => {
    const polygons = coarse.polygons(country);
    if (polygons.length === 0) return [];
    const largest = polygons.reduce((a, b) => (polygonArea([b]) > polygonArea([a]) ? b : a));
    const at: Point = LABEL_POINTS[country.iso3]
      ? toMercator(LABEL_POINTS[country.iso3]!)
      : innermostPoint([largest], 1e-4);
    const size = Math.sqrt(polygonArea([largest]));
    return [
      {
        size,
        properties: {
          iso3: country.iso3,
          ...named(country.name),
          inside: country.inside,
          rank: sizeRank(size),
        },
        geometry: { kind: 'point', points: [at] },
      },
    ];
  });
  return [
    {
      name: 'country_labels',
      minzoom: 1,
      maxzoom: 8,
      fields: { iso3: 'String', ...NAMES, inside: 'Boolean', rank: 'Number' },
      at: (zoom) =>
        countryNames.filter(
          ({ size, properties }) => size > 18 * pixelAt(zoom) || (properties['inside'] && zoom > 3),
        ),
    },
    {
      name: 'places',
      minzoom: 3,
      maxzoom: 8,
      fields: {
        id: 'String',
        ...NAMES,
        country: 'String',
        class: 'String',
        capital: 'Number',
        symbolrank: 'Number',
        text_anchor: 'String',
        rank: 'Number',
        population: 'Number',
      },
      at: (zoom) =>
        places
          .filter(({ symbolrank }) => symbolrank <= (PLACE_RANKS[zoom] ?? 99))
          .map((place) => ({
            properties: placeProperties(place),
            geometry: { kind: 'point', points: [toMercator(place.at)] },
          })),
    },
  ];
}

/** The least important `symbolrank` that a tile of each zoom holds. */
const PLACE_RANKS: Readonly<Record<number, number>> = { 3: 6, 4: 10, 5: 11, 6: 15 };

/** 1 for the largest countries to 5 for the smallest. */
function sizeRank(size: number): number {
  const step = [0.06, 0.035, 0.02, 0.01].findIndex((least) => size >= least);
  return step < 0 ? 5 : step + 1;
}

function placeProperties({
  id,
  name,
  iso3,
  capital,
  symbolrank,
  textAnchor,
  rank,
  population,
}: Place): Record<string, Attribute> {
  const sizes = population > 0 ? { population } : {};
  return {
    id,
    ...named({ en: name, fr: name }),
    country: iso3,
    class: 'settlement',
    capital,
    symbolrank,
    text_anchor: textAnchor,
    rank,
    ...sizes,
  };
}
