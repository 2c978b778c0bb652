import type { Country, SimplifiedWorld, World } from './countries.ts';
import type { MapFeature, MapLayer } from '../../cli/geography/cut-tiles.ts';
import type { Geography } from './geography.ts';
import { ringArea, type Bounds, type Line, type Polygon } from '../../cli/geography/geometry.ts';
import { combine, dissolve } from '../../cli/geography/polygons.ts';
import { DEVIATION, generalise, NAME_FIELDS, named, pixelAt } from './layer-parts.ts';

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
export function landLayers(world: World, extents: readonly Bounds[]): MapLayer[] {
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
