import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles, type Source } from 'pmtiles';
import { beforeAll, describe, expect, it } from 'vitest';
import { encloses, type Line, type Point } from '../../../../cli/geography/geometry.ts';

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
  readonly from: number;
  readonly points: Line;
}

const labels: Label[] = [];
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
        const { name, class: kind, from = 0 } = feature.properties;
        labels.push({
          name: String(name),
          class: String(kind),
          from: Number(from),
          points: ringsOf(feature).flat(),
        });
      }
      for (let i = 0; i < (layers['lakes']?.length ?? 0); i += 1) {
        const feature = layers['lakes']!.feature(i);
        const { name } = feature.properties;
        if (name) lakes.push({ name: String(name), rings: ringsOf(feature) });
      }
    }
});

/** Returns the names of the lakes in which a point lies. */
const lakesAt = (at: Point): string[] =>
  lakes
    .filter(({ rings }) => rings.filter((ring) => encloses(ring, at)).length % 2 === 1)
    .map(({ name }) => name);

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

  it('return in a close view, each in its lake', () => {
    const close = labels.filter(({ from }) => from >= 10);
    const misplaced = close.filter(({ name, points }) => !lakesAt(points[0]!).includes(name));
    expect(misplaced).toEqual([]);
    const zooms = (lake: string) =>
      new Set(close.filter(({ name }) => name === lake).map(({ from }) => from));
    for (const lake of ['Lake Mai-Ndombe', 'Lake Tanganyika'])
      expect([lake, zooms(lake)]).toEqual([lake, new Set([10, 12])]);
    // A name of zoom 10 does not fit between the shores.
    for (const lake of ['Lake Tumba', 'Lake Kivu'])
      expect([lake, zooms(lake)]).toEqual([lake, new Set([12])]);
  });
});
