import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import {
  cutTiles,
  tileRange,
  type MapFeature,
  type MapLayer,
} from '../../../../cli/geography/cut-tiles.ts';
import {
  polygonArea,
  toMercator,
  type Line,
  type Polygon,
} from '../../../../cli/geography/geometry.ts';
import { combine, isValid } from '../../../../cli/geography/polygons.ts';
import {
  encodeTile,
  TILE_EXTENT,
  type TileFeature,
} from '../../../../cli/geography/tile-features.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';
import { NIGHTLY } from '../../../size.ts';

const TILE_SQUARE: Line = [
  [0, 0],
  [4096, 0],
  [4096, 4096],
  [0, 4096],
  [0, 0],
];
const WORLD = [-180, -85, 180, 85] as const;

const read = (data: Uint8Array): VectorTile => new VectorTile(new PbfReader(data));
const layerOf = (features: readonly MapFeature[]): MapLayer => ({
  name: 'test',
  minzoom: 0,
  maxzoom: 8,
  fields: {},
  at: () => features,
});

describe('encodeTile', () => {
  it('writes values of every type so that another reader gets them back', () => {
    const properties = {
      name: 'Ubangi',
      rank: 2,
      from: 5.5,
      below: -3,
      inside: true,
      outside: false,
    };
    const feature: TileFeature = { properties, geometry: { kind: 'point', points: [[5, 7]] } };
    const layer = read(encodeTile(new Map([['names', [feature]]]))).layers['names']!;
    expect(layer.version).toBe(2);
    expect(layer.extent).toBe(TILE_EXTENT);
    expect(layer.feature(0).properties).toEqual(properties);
  });

  it('keeps the coordinates of points, lines and rings', () => {
    const coordinate = fc.integer({ min: -64, max: 4160 });
    const chain = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(chain, (line: Line) => {
        const feature: TileFeature = { properties: {}, geometry: { kind: 'line', lines: [line] } };
        const tile = read(encodeTile(new Map([['a', [feature]]])));
        const [back] = tile.layers['a']!.feature(0).loadGeometry();
        expect(back!.map(({ x, y }) => [x, y])).toEqual(line);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: NIGHTLY ? 10_000 : 100 },
    );
  });

  it('winds outer rings and holes as MVT 2.1 requires, whatever their direction was', () => {
    const outer: Line = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ];
    const hole: Line = [
      [2, 2],
      [4, 2],
      [4, 4],
      [2, 4],
      [2, 2],
    ];
    for (const rings of [
      [outer, hole],
      [outer.toReversed(), hole.toReversed()],
    ]) {
      const feature: TileFeature = {
        properties: {},
        geometry: { kind: 'polygon', polygons: [rings] },
      };
      const tile = read(encodeTile(new Map([['a', [feature]]])));
      expect(tile.layers['a']!.feature(0).toGeoJSON(0, 0, 0).geometry).toMatchObject({
        type: 'Polygon',
        coordinates: { length: 2 },
      });
    }
  });

  it('leaves out a layer without features', () => {
    expect(encodeTile(new Map([['empty', []]]))).toHaveLength(0);
  });
});

describe('cutTiles', () => {
  it('cuts a star of any shape into valid polygons that together keep its area', () => {
    const radii = fc.array(fc.double({ min: 0.01, max: 0.2, noNaN: true }), {
      minLength: 5,
      maxLength: 60,
    });
    fc.assert(
      fc.property(radii, (list) => {
        const corners = list.map((radius, i): [number, number] => {
          const angle = (i / list.length) * 2 * Math.PI;
          return [0.53 + radius * Math.cos(angle), 0.51 + radius * Math.sin(angle)];
        });
        const star: Polygon = [[...corners, corners[0]!]];
        const tiles = cutTiles(
          [layerOf([{ properties: {}, geometry: { kind: 'polygon', polygons: [star] } }])],
          3,
          WORLD,
        );
        let inside = 0;
        for (const tile of tiles) {
          for (const polygons of polygonsIn(tile.data, 'test')) {
            expect(isValid(polygons)).toBe(true);
            inside += polygonArea(withinTile(polygons));
          }
        }
        const units = (TILE_EXTENT * 8) ** 2;
        expect(inside / units).toBeCloseTo(polygonArea([star]), 4);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: NIGHTLY ? 1000 : 15 },
    );
  });

  it('puts a point in one tile, a whole line in the tile of its middle', () => {
    const at = toMercator([15.27, -4.33]);
    const line: Line = [
      [0.499, 0.4],
      [0.51, 0.4],
      [0.52, 0.4],
    ];
    const tiles = cutTiles(
      [
        layerOf([
          { properties: { is: 'point' }, geometry: { kind: 'point', points: [at] } },
          { properties: { is: 'line' }, geometry: { kind: 'line', lines: [line] }, uncut: true },
        ]),
      ],
      4,
      WORLD,
    );
    expect(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`).sort()).toEqual(['4/8/6', '4/8/8']);
    const named = read(tiles.find(({ y }) => y === 6)!.data).layers['test']!.feature(0);
    expect(named.loadGeometry()[0]!.map(({ x }) => x)[0]).toBeLessThan(0);
  });

  it('keeps the points of a feature together in a tile, and the whole lines', () => {
    const lines: Line[] = [0.3, 0.31, 0.7].map((x) => [
      [x, 0.4],
      [x + 0.001, 0.4],
      [x + 0.002, 0.4],
    ]);
    const points = lines.map(([first]) => first!);
    const tiles = cutTiles(
      [
        layerOf([
          { properties: {}, geometry: { kind: 'point', points } },
          { properties: {}, geometry: { kind: 'line', lines }, uncut: true },
        ]),
      ],
      1,
      WORLD,
    );
    const parts = tiles.map(({ x, data }) => {
      const layer = read(data).layers['test']!;
      const count = Array.from(
        { length: layer.length },
        (_, i) => layer.feature(i).loadGeometry().flat().length,
      );
      return [x, count];
    });
    expect(parts.sort()).toEqual([
      [0, [2, 6]],
      [1, [1, 3]],
    ]);
  });

  it('makes no tile outside the bounds', () => {
    const everywhere: MapFeature = {
      properties: {},
      geometry: {
        kind: 'polygon',
        polygons: [
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
              [0, 0],
            ],
          ],
        ],
      },
    };
    const tiles = cutTiles([layerOf([everywhere])], 5, [8, -14, 32, 12]);
    const [minx, miny, maxx, maxy] = tileRange(5, [8, -14, 32, 12]);
    expect(tiles).toHaveLength((maxx - minx + 1) * (maxy - miny + 1));
    expect(tiles.every(({ x, y }) => x >= minx && x <= maxx && y >= miny && y <= maxy)).toBe(true);
  });
});

/** Returns the polygons of each feature of a layer, in tile units. */
function polygonsIn(data: Uint8Array, name: string): Polygon[][] {
  const layer = read(data).layers[name];
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => {
    const polygons: Line[][] = [];
    for (const ring of layer!.feature(i).loadGeometry()) {
      const line = ring.map(({ x, y }): [number, number] => [x, y]);
      const area = line
        .slice(1)
        .reduce((sum, [x, y], j) => sum + line[j]![0] * y - x * line[j]![1], 0);
      if (area > 0) polygons.push([line]);
      else polygons.at(-1)!.push(line);
    }
    return polygons;
  });
}

/** Returns the part of polygons that is in the tile without its buffer. */
function withinTile(polygons: readonly Polygon[]): Polygon[] {
  return combine('intersection', polygons, [[TILE_SQUARE]], 1e-6);
}
