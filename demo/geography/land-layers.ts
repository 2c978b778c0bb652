import { readFileSync } from 'node:fs';
import type { FeatureCollection, MultiLineString } from 'geojson';
import type { Boundary, Country, SimplifiedWorld, World } from './countries.ts';
import type { MapFeature, MapLayer } from '../../cli/geography/cut-tiles.ts';
import type { Geography } from './geography.ts';
import {
  ringArea,
  toMercator,
  type Line,
  type Point,
  type Polygon,
} from '../../cli/geography/geometry.ts';
import { combine, dissolve } from '../../cli/geography/polygons.ts';
import { generalise, NAME_FIELDS, named, pixelAt } from './layer-parts.ts';
import type { ShownRivers } from './shown-rivers.ts';

/** Lines of Natural Earth to which a state lays claim; its class `Indefinite` is of unmarked borders. */
const DISPUTED = new URL('natural-earth/disputed-borders.geojson', import.meta.url);
/** Spacing of the grid for merging shapes, in units of the square (4 cm). */
const SNAP = 1e-9;
const UNIT_SQUARE: Line = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

/**
 * Returns the layers of sea, surroundings, countries and borders. The surroundings are the area
 * outside the countries of the atlas. The sea is drawn over it, so only its borders on land need
 * detail.
 */
export function landLayers(world: World, shown: ShownRivers): MapLayer[] {
  const at = (zoom: number): SimplifiedWorld => shown.at(zoom).world;
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
      fields: { iso3: 'String', ...NAME_FIELDS },
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
      at: (zoom) => {
        const boundaries = at(zoom).boundaries();
        const { onLand, inWater } = shown.at(zoom).borders;
        const linesOf = (kind: Boundary['kind']): Line[] =>
          boundaries.filter((each) => each.kind === kind).map(({ line }) => line);
        const kinds = { country: onLand, water: inWater, outside: linesOf('outside') };
        const claims = { disputed: claimed(false), indefinite: claimed(true) };
        return Object.entries({ ...kinds, ...claims, coast: linesOf('coast') }).map(
          ([kind, lines]) => ({
            properties: { kind },
            geometry: { kind: 'line', lines: lines.filter((line) => line.length > 1) },
          }),
        );
      },
    },
  ];
}

/** Returns the lines that are disputed, or those of a border that nobody has marked. */
function claimed(isIndefinite: boolean): Line[] {
  const { features } = JSON.parse(readFileSync(DISPUTED, 'utf8')) as FeatureCollection<
    MultiLineString,
    { class: string }
  >;
  return features
    .filter(({ properties }) => properties.class.startsWith('Indefinite') === isIndefinite)
    .flatMap(({ geometry }) => geometry.coordinates as unknown as Point[][])
    .map((line) => line.map(toMercator));
}

/** Returns the layer of forest areas, in three nested classes. */
export function forestLayer(forest: Geography['forest']): MapLayer {
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
