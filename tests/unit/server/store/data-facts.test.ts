import { describe, expect, test } from 'vitest';
import type { Condition } from 'atlas-engine';
import type { FactsFrame } from '../../../../server/load/data-facts.ts';
import { LINE } from '../../../../server/load/feature-line.ts';
import { profileFeatures } from '../../../../server/load/profile-features.ts';
import { dataset, field } from '../../../contract/store/datasets.ts';

const FRAME: FactsFrame = {
  region: [8, -14, 32, 12],
  cuts: [
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
    const below: FactsFrame = { ...FRAME, cuts: [['set@corner', [20, -14, 24, -10]]] };
    expect((await profileFeatures(set, [triangle], below)).data.cuts).toEqual({ 'set@corner': 0 });
    const near = (await profileFeatures(set, [triangle], FRAME)).data.cuts;
    expect(near['set@near']).toBe(1);
  });

  test('combined conditions are counted for the dataset and for its cuts', async () => {
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
      cut: { of: 'all', project: 'near', bounds: [9, -1, 11, 1] },
    });
    const rows = [point([10, 0], { n: 1 }), point([12, 0], { n: 2 })];
    const { read, count, fields } = await profileFeatures(set, rows, FRAME);
    expect([read, count, fields['n']!.values]).toEqual([2, 1, [[1, 1]]]);
  });
});
