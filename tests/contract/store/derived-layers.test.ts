import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import type { Store } from '../../../server/store/open-store.ts';
import type { DatasetCut } from '../../../server/store/store.ts';
import { dataset, field, LEVELS, MEMBERS } from './datasets.ts';
import { decodeLayers, type DecodedTile } from './decode-tile.ts';
import { box, feature } from './raw-features.ts';
import { TEST_STORES } from './stores.ts';

const LABELS = { kind: 'label-points', name: 'label-points', minzoom: 4, maxzoom: 12 } as const;
const BANDS = {
  kind: 'inner-band',
  name: 'inner-band-4',
  minzoom: 5,
  maxzoom: 6,
  widths: Array.from({ length: 9 }, () => 4),
} as const;
const FIELDS = [field('name', 'text'), field('owner', 'text', { permission: MEMBERS })];
const AREAS = dataset('areas', 'polygon', FIELDS, { derived: [LABELS] });
const OTHERS = dataset('others', 'polygon', FIELDS, { derived: [LABELS] });
const BANDED = dataset('banded', 'polygon', FIELDS, { derived: [LABELS, BANDS] });
const PLAIN = dataset('plain', 'polygon', FIELDS);

/** The first area is in two tiles of zoom 6; the centre of its larger part is in the western one. */
const AREA_FEATURES = [
  feature(
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [10, 1],
            [11.4, 1],
            [11.4, 2],
            [10, 2],
            [10, 1],
          ],
        ],
        [
          [
            [11.5, 1],
            [11.6, 1],
            [11.6, 1.1],
            [11.5, 1.1],
            [11.5, 1],
          ],
        ],
      ],
    },
    { name: 'large', owner: 'hidden' },
  ),
  feature(box(9, 1, 9.1, 1.1), { name: 'small', owner: 'hidden' }),
];
const WEST = { z: 6, x: 33, y: 31 };
const EAST = { z: 6, x: 34, y: 31 };

for (const { name, missing, open } of TEST_STORES) {
  if (missing !== null) {
    it.skip(`the ${name} store: not tested, because ${missing}`);
    continue;
  }
  describe(`derived layers of the ${name} store`, () => {
    let store: Store;
    let close: () => Promise<void>;
    const load = (set: typeof AREAS) =>
      loadDataset(
        set,
        { kind: 'features', digest: 'first', features: AREA_FEATURES },
        LEVELS,
        store,
      );
    const layersOf = async (
      at: { z: number; x: number; y: number },
      cuts: readonly DatasetCut[] = [{ dataset: 'areas', fields: ['name'] }],
    ): Promise<DecodedTile[]> => decodeLayers((await store.tile({ layer: 'l', cuts, ...at }))!);

    beforeAll(async () => {
      ({ store, close } = await open());
      for (const set of [AREAS, OTHERS, BANDED, PLAIN]) await load(set);
    }, 60_000);
    afterAll(() => close(), 60_000);

    it('gives each polygon one label point, with its id, in one tile', async () => {
      const west = await layersOf(WEST);
      const east = await layersOf(EAST);
      expect(west.map(({ name: layer }) => layer)).toEqual(['l', 'l:label-points']);
      expect(east.map(({ name: layer }) => layer)).toEqual(['l']);
      const [areas, points] = west;
      expect(points!.features.map(({ id }) => id)).toEqual(areas!.features.map(({ id }) => id));
      const large = points!.features.find(({ properties }) => properties['name'] === 'large')!;
      const [[x, y]] = large.parts[0] as [[number, number]];
      // The centre of a circle in the rectangle from 10 to 11.4 degrees.
      const degrees = ((WEST.x + x / 4096) / 2 ** WEST.z) * 360 - 180;
      expect(degrees).toBeGreaterThan(10.4);
      expect(degrees).toBeLessThan(11);
      expect(large.type).toBe(1);
      expect(y).toBeGreaterThan(0);
    });

    it('says from which zoom there is room for a label', async () => {
      const [, points] = await layersOf(WEST);
      const zooms = points!.features.map(({ properties }) => [
        properties['name'],
        properties['label-zoom'],
      ]);
      // A circle of 100 px fits into a degree at 6.1, into a tenth of it at 9.5.
      expect(Object.fromEntries(zooms)).toEqual({ large: 6.1, small: 9.5 });
    });

    it('has the requested fields only', async () => {
      const [, points] = await layersOf(WEST);
      const names = points!.features.flatMap(({ properties }) => Object.keys(properties));
      expect(new Set(names)).toEqual(new Set(['name', 'label-zoom']));
    });

    it('has the layer only at the zooms that draw it', async () => {
      const low = await layersOf({ z: 3, x: 4, y: 3 });
      expect(low.map(({ name: layer }) => layer)).toEqual(['l']);
    });

    it('merges the layers of several datasets, of which some have none', async () => {
      const cuts = ['areas', 'plain', 'others'].map((id) => ({ dataset: id, fields: [] }));
      const layers = await layersOf(WEST, cuts);
      expect(layers.map(({ name: layer, features }) => [layer, features.length])).toEqual([
        ['l', 6],
        ['l:label-points', 4],
      ]);
    });

    it('has bands for the zooms that draw them, beside label points', async () => {
      const cuts = [{ dataset: 'banded', fields: ['name'] }];
      const names = (layers: readonly DecodedTile[]): string[] => layers.map((one) => one.name);
      expect(names(await layersOf({ z: 4, x: 8, y: 7 }, cuts))).toEqual(['l', 'l:label-points']);
      expect(names(await layersOf({ z: 7, x: 67, y: 63 }, cuts))).not.toContain('l:inner-band-4');
      const [areas, , bands] = await layersOf(WEST, cuts);
      expect(bands!.name).toBe('l:inner-band-4');
      expect(bands!.features.map(({ id }) => id)).toEqual(areas!.features.map(({ id }) => id));
      expect(bands!.features.every(({ type }) => type === 3)).toBe(true);
      const keys = bands!.features.flatMap(({ properties }) => Object.keys(properties));
      expect(new Set(keys)).toEqual(new Set(['name']));
      const status = await store.status('banded');
      expect(status!.report.derived).toEqual({ 'label-points': 2, 'inner-band': 4 });
    });

    it('has a band of the declared width, and fills what is narrower', async () => {
      const cuts = [{ dataset: 'banded', fields: ['name'] }];
      const [, , bands] = await layersOf(WEST, cuts);
      const square = bands!.features.find(({ properties }) => properties['name'] === 'small')!;
      expect(square.parts).toHaveLength(2);
      const [outer, inner] = square.parts.map((ring) => Math.min(...ring.map(([x]) => x)));
      // 4 px of 8 steps in the middle of the zoom, where a px is 0.71 times as wide.
      expect(Math.abs(inner! - outer!)).toBeGreaterThanOrEqual(22);
      expect(Math.abs(inner! - outer!)).toBeLessThanOrEqual(23);
      const [, , coarse] = await layersOf({ z: 5, x: 16, y: 15 }, cuts);
      const small = coarse!.features.find(({ properties }) => properties['name'] === 'small')!;
      expect(small.parts).toHaveLength(1);
    });

    it('counts the geometries in the report, and changes the version', async () => {
      const [areas, plain] = await Promise.all([store.status('areas'), store.status('plain')]);
      expect(areas!.report.derived).toEqual({ 'label-points': 2 });
      expect(plain!.report.derived).toBeUndefined();
      expect(areas!.versions).not.toEqual(plain!.versions);
    });

    it('loads unchanged data again when other layers are derived', async () => {
      const more = { ...PLAIN, derived: [LABELS] };
      expect((await load(PLAIN)).unchanged).toBe(true);
      expect((await load(more)).derived).toEqual({ 'label-points': 2 });
      expect((await load(more)).unchanged).toBe(true);
    });
  });
}
