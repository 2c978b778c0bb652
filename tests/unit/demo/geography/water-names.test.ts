import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles, type Source } from 'pmtiles';
import { beforeAll, describe, expect, it } from 'vitest';
import { encloses, toMercator, type Line, type Point } from '../../../../cli/geography/geometry.ts';

const BASE = fileURLToPath(
  new URL('../../../../atlas.config/data/geography/base.pmtiles', import.meta.url),
);

/** The tiles of the last zoom from 12° to 31° E and 10° S to 3° N. */
const ZOOM = 8;
const COLUMNS = [136, 150] as const;
const ROWS = [125, 135] as const;
/** Length of a side of a tile. */
const EXTENT = 4096;

interface Label {
  readonly name: string;
  readonly class: string;
  readonly rank: number;
  readonly from: number;
  readonly to: number;
  readonly points: Line;
  /** The middle of each line of a river's name. */
  readonly middles: Line;
}

const labels: Label[] = [];
/** The areas of wide rivers, cut by the tiles. */
const broadWater: (readonly Line[])[] = [];
const lakes: { readonly name: string; readonly rings: readonly Line[] }[] = [];

beforeAll(async () => {
  const bytes = readFileSync(BASE);
  const source: Source = {
    getKey: () => 'base',
    getBytes: (offset, length) =>
      Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  };
  const archive = new PMTiles(source);
  for (let x = COLUMNS[0]; x <= COLUMNS[1]; x += 1)
    for (let y = ROWS[0]; y <= ROWS[1]; y += 1) {
      const tile = await archive.getZxy(ZOOM, x, y);
      if (!tile) continue;
      const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile.data)));
      const ringsOf = (feature: VectorTileFeature): Line[] =>
        feature
          .loadGeometry()
          .map((ring) => ring.map((at): Point => [x * EXTENT + at.x, y * EXTENT + at.y]));
      for (let i = 0; i < (layers['water_labels']?.length ?? 0); i += 1) {
        const feature = layers['water_labels']!.feature(i);
        const { name, class: kind, rank = 0, from = 0, to = Infinity } = feature.properties;
        const parts = ringsOf(feature);
        labels.push({
          name: String(name),
          class: String(kind),
          rank: Number(rank),
          from: Number(from),
          to: Number(to),
          points: parts.flat(),
          middles: parts.map((part) => part[part.length >> 1]!),
        });
      }
      for (let i = 0; i < (layers['broad_water']?.length ?? 0); i += 1)
        broadWater.push(ringsOf(layers['broad_water']!.feature(i)));
      for (let i = 0; i < (layers['lakes']?.length ?? 0); i += 1) {
        const feature = layers['lakes']!.feature(i);
        const { name } = feature.properties;
        if (name) lakes.push({ name: String(name), rings: ringsOf(feature) });
      }
    }
});

const isIn = (rings: readonly Line[], at: Point): boolean =>
  rings.filter((ring) => encloses(ring, at)).length % 2 === 1;

/** Returns the names of the lakes in which a point lies. */
const lakesAt = (at: Point): string[] =>
  lakes.filter(({ rings }) => isIn(rings, at)).map(({ name }) => name);

describe('the areas of wide rivers', () => {
  it.each<readonly [where: string, at: Point, isWater: boolean]>([
    ['the narrow Congo at Bolenge', [18.211, 0.019], true],
    ['the southern channel of Pool Malebo', [15.434, -4.314], true],
    ['the eastern end of Pool Malebo', [15.517, -4.231], true],
    ['the island in Pool Malebo', [15.407, -4.231], false],
    ['the Lualaba at Kindu, which is a line', [25.935, -2.95], false],
  ])('are known as water or land: %s', (_where, at, isWater) => {
    const [x, y] = toMercator(at);
    const point: Point = [x * 2 ** ZOOM * EXTENT, y * 2 ** ZOOM * EXTENT];
    expect(broadWater.some((rings) => isIn(rings, point))).toBe(isWater);
  });
});

describe('the names in lakes', () => {
  it('are those of the lakes, and not of a river that flows through', () => {
    const rivers = labels.filter((label) => label.class === 'river');
    expect(rivers.length).toBeGreaterThan(100);
    const within = rivers.filter(({ points }) => {
      const inLake = points.filter((at) => lakesAt(at).length > 0);
      // A simplified shore may cut off the end of a name.
      return inLake.length > points.length / 2;
    });
    expect(within.map(({ name }) => name)).toEqual([]);
  });

  it('return in each closer view, in the lake and not too close to each other', () => {
    const close = labels.filter(({ class: kind, from }) => kind === 'lake' && from >= 9);
    const misplaced = close.filter(
      ({ name, points }) => !points.every((at) => lakesAt(at).includes(name)),
    );
    expect(misplaced).toEqual([]);
    const at = (lake: string, zoom: number): Line =>
      labels.flatMap(({ name, from, points }) => (name === lake && from <= zoom ? points : []));
    // Lake Tumba is so small that one name fills it up to zoom 10.
    const lakeFrom = { 'Lake Mai-Ndombe': 10, 'Lake Tanganyika': 10, 'Lake Tumba': 12 };
    for (const [lake, first] of Object.entries(lakeFrom))
      for (let zoom = first; zoom <= 13; zoom += 1) {
        const [names, before] = [at(lake, zoom), at(lake, zoom - 1)];
        expect(names.length, `${lake}, zoom ${zoom}`).toBeGreaterThan(2 * before.length);
        const least = Math.min(...names.map((one) => nearest(one, names)));
        expect(least / pixel(zoom), `${lake}, zoom ${zoom}`).toBeGreaterThan(330);
      }
  });
});

describe('the names of rivers in close views', () => {
  const names = (river: string, zoom: number): Line =>
    labels.flatMap(({ name, class: kind, from, to, middles }) =>
      kind === 'river' && name === river && from <= zoom && zoom < to ? middles : [],
    );

  it.each([9, 10, 11, 12, 13])(
    'return along the river at zoom %i, but not every few steps',
    (zoom) => {
      for (const river of ['Congo', 'Lualaba', 'Ubangi', 'Kasai']) {
        const all = names(river, zoom);
        // Up to zoom 11, a name has up to two more positions, which overlap its own and come after it.
        const along: Point[] = [];
        for (const at of all) if (nearest(at, along) > 100 * pixel(zoom)) along.push(at);
        expect(along.length, river).toBeGreaterThan(10);
        expect(all.length / along.length, river).toBeLessThanOrEqual(3);
        expect(all.length > along.length, river).toBe(zoom <= 11);
        const gaps = along.map((one) => nearest(one, along) / pixel(zoom)).sort((a, b) => a - b);
        // A simplified line has its middle point up to half of a name from the middle.
        expect(gaps[0], river).toBeGreaterThan(100);
        expect(gaps[gaps.length >> 1], river).toBeGreaterThan(180);
        expect(gaps[Math.floor(gaps.length * 0.9)], river).toBeLessThan(620);
      }
    },
  );

  it('are not in the water of a larger river', () => {
    const within = broadWater.map((rings) =>
      labels
        .filter(({ class: kind, from }) => kind === 'river' && from >= 10)
        .flatMap(({ name, rank, middles }) =>
          middles.some((at) => isIn(rings, at)) ? [{ name, rank }] : [],
        ),
    );
    expect(within.filter((rivers) => rivers.length > 0).length).toBeGreaterThan(10);
    const smaller = within.flatMap((rivers) => {
      const largest = Math.min(...rivers.map(({ rank }) => rank));
      return rivers.flatMap(({ name, rank }) => (rank > largest ? [name] : []));
    });
    expect(smaller).toEqual([]);
  });
});

/** A px of a zoom, in units of the tiles. */
const pixel = (zoom: number): number => (EXTENT / 512) * 2 ** (ZOOM - zoom);

/** The distance of a position to the nearest other one. */
function nearest([x, y]: Point, others: Line): number {
  return Math.min(
    ...others.map(([x2, y2]) => Math.hypot(x2 - x, y2 - y)).filter((distance) => distance > 0),
  );
}
