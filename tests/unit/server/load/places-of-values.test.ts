import { describe, expect, it } from 'vitest';
import { gatherFeatures } from '../../../../server/load/gather-features.ts';
import { FeatureRows } from '../../../../server/load/rows/feature-rows.ts';
import { dataset, field } from '../../../contract/store/datasets.ts';

const POINTS = dataset('points', 'point', [
  field('kind', 'text'),
  field('name', 'text'),
  field('uses', 'list'),
]);

function point(place: readonly [number, number], properties: object): unknown {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: place }, properties };
}

describe('the places of the values of a field', () => {
  const placesOf = async (features: readonly unknown[], name: string) =>
    (await gatherFeatures(POINTS, { features }, new FeatureRows(POINTS))).fields[name]?.places;

  it('are rectangles in whole degrees around the features with a value, or without', async () => {
    const features = [
      point([10.2, -1.7], { kind: 'a' }),
      point([12.4, 2.1], { kind: 'a' }),
      point([20, 3], { kind: 'b' }),
      point([-3.5, 0.5], {}),
    ];
    expect(await placesOf(features, 'kind')).toEqual([
      ['a', [10, -2, 13, 3]],
      ['b', [20, 3, 20, 3]],
      [null, [-4, 0, -3, 1]],
    ]);
  });

  it('count each item of a list', async () => {
    const features = [point([1.5, 1.5], { uses: ['x', 'y'] }), point([8.5, 1.5], { uses: ['y'] })];
    expect(await placesOf(features, 'uses')).toEqual([
      ['x', [1, 1, 2, 2]],
      ['y', [1, 1, 9, 2]],
    ]);
  });

  it('leave out features that are not loaded', async () => {
    const features = [point([1.5, 1.5], { kind: 'a' }), point([181, 100], { kind: 'a' })];
    expect(await placesOf(features, 'kind')).toEqual([['a', [1, 1, 2, 2]]]);
  });

  it('are not kept for more values than a class list has', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, i) => point([1, 1], { name: `n${i}` }));
    expect(await placesOf(named(50), 'name')).toHaveLength(50);
    expect(await placesOf(named(51), 'name')).toBe(undefined);
  });
});
