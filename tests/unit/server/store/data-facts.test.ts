import { describe, expect, test } from 'vitest';
import type { Condition } from 'atlas-engine';
import type { FactsFrame } from '../../../../server/load/data-facts.ts';
import { LINE } from '../../../../server/load/feature-line.ts';
import { profileFeatures } from '../../../../server/load/profile-features.ts';
import { dataset, field } from '../../../contract/store/datasets.ts';

const FRAME: FactsFrame = {
  region: [8, -14, 32, 12],
  copies: [
    ['set@near', [9, -1, 11, 1]],
    ['set@corner', [20, 0, 30, 10]],
  ],
  asked: [],
};

const point = (coordinates: readonly number[], properties: unknown = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});

describe('facts about the features of a dataset', () => {
  test('kinds, and features outside the region and the world, are counted and named', async () => {
    const set = dataset('set', 'point', [field('name', 'text')]);
    const { data } = await profileFeatures(
      set,
      [
        point([10, 0]),
        point([50, 30], { name: 'far' }),
        point([500_000, 20_000]),
        point([0, 10], { name: 'swapped' }),
      ],
      FRAME,
    );
    expect(data.kinds).toEqual({ point: 4 });
    expect(data).toMatchObject({ outsideRegion: 1, outsideWorld: 1, swapped: 1 });
    expect(data.named).toEqual({
      'outside-region': [{ index: 1, name: 'far' }],
      'outside-world': [{ index: 2 }],
      'coordinates-swapped': [{ index: 3, name: 'swapped' }],
    });
  });

  test('the first five features of a message are named, by their line where they have one', async () => {
    const set = dataset('set', 'point', [field('code', 'text'), field('n', 'integer')], {
      key: 'code',
    });
    const rows = Array.from({ length: 7 }, (_, i) => ({
      ...point([10, 0], { code: 'K', n: 'many' }),
      [LINE]: i + 2,
    }));
    const { named } = (await profileFeatures(set, rows, FRAME)).data;
    expect(named!['values-unread n']).toHaveLength(5);
    expect(named!['key-not-unique']![0]).toEqual({ index: 1, line: 3, name: 'K' });
  });

  test('null and repeated keys, wrongly decoded texts and unread values have examples', async () => {
    const set = dataset('set', 'point', [field('code', 'text'), field('n', 'integer')], {
      key: 'code',
    });
    const rows = [{ code: 'a', n: 'many' }, { code: 'a', n: 3 }, { n: 4 }, { code: 'MaÃ«', n: 5 }];
    const { data } = await profileFeatures(
      set,
      rows.map((row) => point([10, 0], row)),
      FRAME,
    );
    expect(data.keys).toEqual({ nulls: 1, repeated: 1, examples: ['a'] });
    expect(data.misEncoded).toEqual({ code: { count: 1, example: 'MaÃ«' } });
    expect(data.unreadExamples).toEqual({ n: ['many'] });
    expect(data.longTexts).toBeUndefined();
    const long = [20_000, 20_001, 30_000].map((length) =>
      point([10, 0], { code: 'x'.repeat(length) }),
    );
    expect((await profileFeatures(set, long, FRAME)).data.longTexts).toEqual({
      code: { count: 2, longest: 30_000 },
    });
  });

  test('numbers with spaces between thousands are read where the load declares it', async () => {
    const load = { kind: 'file', file: 'a.csv', format: 'csv', decimal: 'comma' } as const;
    const fields = [field('n', 'integer'), field('area', 'number'), field('code', 'text')];
    const rows = [
      { n: '12 500', area: '1\u202f234\u00a0567,5', code: '12 500' },
      { n: '12 50', area: '7,5', code: '1' },
    ].map((row) => point([10, 0], row));
    const read = async (thousands: { readonly thousands?: 'space' }) => {
      const set = dataset('set', 'point', fields, { load: { ...load, ...thousands } });
      const profile = await profileFeatures(set, rows, FRAME);
      return { values: profile.fields['area']!.values, unread: profile.data.unreadExamples };
    };
    const { values, unread } = await read({ thousands: 'space' });
    expect(values!.map(([value]) => value)).toEqual([1_234_567.5, 7.5]);
    expect(unread).toEqual({ n: ['12 50'] });
    expect((await read({})).unread).toMatchObject({ n: ['12 500', '12 50'] });
  });

  test('polygons whose area the repair changes, and photos that are not in their folder, are named', async () => {
    const photos = { ...field('photos', 'list'), format: 'photos', folder: 'photos' } as const;
    const set = dataset('set', 'polygon', [field('name', 'text'), photos]);
    const square = [10, 0, 11, 0, 11, 1, 10, 1, 10, 0];
    const bowTie = [10, 0, 11, 1, 11, 0, 10, 1, 10, 0];
    const spike = [10, 0, 11, 0, 11, 1, 11, 2, 11, 1, 10, 1, 10, 0];
    const rows = [square, bowTie, spike].map((ring, i) => ({
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [ring.flatMap((x, at) => (at % 2 === 0 ? [[x, ring[at + 1]!]] : []))],
      },
      properties: { name: `n${i}`, photos: i === 0 ? ['camp.jpg'] : ['Camp.JPG', 'river.jpg'] },
    }));
    const pictures = new Map([['photos', new Set(['camp.jpg'])]]);
    const { data } = await profileFeatures(set, rows, FRAME, pictures);
    expect(data.changedByRepair).toEqual({ count: 1, most: 100 });
    expect(data.missingPhotos).toEqual({
      photos: { count: 4, examples: ['Camp.JPG', 'river.jpg'], nearest: 'camp.jpg' },
    });
    expect(data.named).toMatchObject({
      'area-changed-by-repair': [{ index: 1, name: 'n1' }],
      'photo-missing photos': [
        { index: 1, name: 'n1' },
        { index: 2, name: 'n2' },
      ],
    });
  });

  test('a cut that only the box of a feature touches is empty', async () => {
    const set = dataset('set', 'polygon', []);
    const triangle = {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [10, 0],
            [24, 0],
            [10, -14],
            [10, 0],
          ],
        ],
      },
    };
    const below: FactsFrame = { ...FRAME, copies: [['set@corner', [20, -14, 24, -10]]] };
    expect((await profileFeatures(set, [triangle], below)).data.copies).toEqual({
      'set@corner': 0,
    });
    const near = (await profileFeatures(set, [triangle], FRAME)).data.copies;
    expect(near['set@near']).toBe(1);
  });

  test('combined conditions are counted for the dataset and for its copies', async () => {
    const set = dataset('set', 'point', [field('right', 'text'), field('owner', 'text')]);
    const right: Condition = { field: 'right', kind: 'equals', values: ['rental'] };
    const owner: Condition = { field: 'owner', kind: 'equals', values: ['b'] };
    const frame: FactsFrame = {
      ...FRAME,
      asked: [
        ['set', [[right], [owner], [right, owner]]],
        ['set@near', [[right]]],
        ['set@corner', [[right]]],
      ],
    };
    const rows = [
      point([10, 0], { right: 'rental', owner: 'a' }),
      point([25, 5], { right: 'title', owner: 'b' }),
    ];
    const { passing } = (await profileFeatures(set, rows, frame)).data;
    const counts = Object.values(passing!).map((each) => Object.values(each));
    expect(counts).toEqual([[1, 1, 0], [1], [0]]);
  });

  test('a longitude of 180.00000000000003 is in the world', async () => {
    const set = dataset('set', 'point', []);
    const { data } = await profileFeatures(set, [point([180.00000000000003, 0])], FRAME);
    expect([data.outsideRegion, data.outsideWorld]).toEqual([1, 0]);
  });

  test('features without a geometry are counted', async () => {
    const set = dataset('set', 'point', []);
    const bare = { type: 'Feature', geometry: null, properties: {} };
    const empty = point([]);
    const { data } = await profileFeatures(set, [bare, empty, point([10, 0])], FRAME);
    expect([data.withoutGeometry, data.kinds]).toEqual([2, { point: 1 }]);
    expect([data.outsideRegion, data.outsideWorld]).toEqual([0, 0]);
  });

  test('a cut is profiled by the features that really touch it', async () => {
    const set = dataset('set', 'point', [field('n', 'integer')], {
      within: { of: 'all', project: 'near', bounds: [9, -1, 11, 1] },
    });
    const rows = [point([10, 0], { n: 1 }), point([12, 0], { n: 2 })];
    const { read, count, fields } = await profileFeatures(set, rows, FRAME);
    expect([read, count, fields['n']!.values]).toEqual([2, 1, [[1, 1]]]);
  });
});
