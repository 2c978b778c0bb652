/** The laws of thinned tiles, on the first zooms alone; the stores follow in the contract tests. */
import { describe, expect, it } from 'vitest';
import type { Dataset, Feeds } from 'atlas-engine';
import { cutsOf } from '../../../../server/load/cuts-of.ts';
import type { FirstZooms } from '../../../../server/load/thinning/first-zooms.ts';
import { thinCut, thinDataset } from '../../../../server/load/thinning/thin-dataset.ts';
import { dataset, field, LEVELS, MEMBERS } from '../../../contract/store/datasets.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';
import { NIGHTLY } from '../../../size.ts';
import { KINDS, randomFeatures, rowsOf, type ThinFeature } from './thin-features.ts';

const COUNT = NIGHTLY ? 20_000 : 800;
const BUDGET = NIGHTLY ? 40_000 : 5_000;
const REMOVALS = NIGHTLY ? 200 : 8;

function places(geometry: 'point' | 'line' | 'polygon', tiles: object = {}): Dataset {
  const zooms = { name: 'places', aliases: [], minzoom: 0, maxzoom: 8 };
  const feeds = { tiles: { ...zooms, budget: BUDGET, keepBy: null, ...tiles } } as unknown as Feeds;
  return dataset(
    'places',
    geometry,
    [
      field('name', 'text'),
      field('kind', 'text', { values: KINDS }),
      field('people', 'integer'),
      field('secret', 'text', { permission: MEMBERS }),
    ],
    { feeds, asks: KINDS.map((kind) => [{ field: 'kind', kind: 'equals', values: [kind] }]) },
  );
}

const [OPEN] = cutsOf(places('point'), LEVELS);
const zoomsOf = async (of: Dataset, features: readonly ThinFeature[]): Promise<FirstZooms> =>
  (await thinCut(of, OPEN!, rowsOf(of, features)))!;

/** Returns the first zooms by id. */
async function firstOf(
  of: Dataset,
  features: readonly ThinFeature[],
): Promise<ReadonlyMap<number, number>> {
  const { first } = await zoomsOf(of, features);
  return new Map(features.map(({ id }, place) => [id, first[place]!]));
}

for (const kind of ['point', 'line', 'polygon'] as const)
  describe(`the first zooms of ${kind}s`, () => {
    const features = randomFeatures(kind, COUNT, SEED_OF_THE_DAY);

    it('hide some at low zooms and none at the last', async () => {
      const zooms = await zoomsOf(places(kind), features);
      expect(zooms.table()[0]!.shown).toBeLessThan(COUNT / 2);
      expect(zooms.whole).toBeGreaterThan(2);
      expect(zooms.whole).toBeLessThanOrEqual(8);
    });

    it('do not depend on the order of the input', async () => {
      const random = seededRandom(SEED_OF_THE_DAY);
      const shuffled = features
        .map((feature) => ({ feature, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ feature }) => feature);
      const first = await firstOf(places(kind), features);
      const again = await firstOf(places(kind), shuffled);
      expect([...again].sort()).toEqual([...first].sort());
    });

    it('never become later when another feature is removed', async () => {
      const first = await firstOf(places(kind), features);
      const random = seededRandom(SEED_OF_THE_DAY + 1);
      for (let i = 0; i < REMOVALS; i++) {
        const gone = Math.floor(random() * COUNT);
        const rest = await firstOf(places(kind), features.toSpliced(gone, 1));
        const later = [...rest].filter(([id, zoom]) => zoom > first.get(id)!);
        expect(later, `without ${features[gone]!.id}`).toEqual([]);
      }
    });

    it('do not depend on values that the level does not see', async () => {
      const other = features.map((feature) => ({
        ...feature,
        values: [...feature.values.slice(0, 3), 'x'.repeat(1 + (feature.id % 500))],
      }));
      expect(await firstOf(places(kind), other)).toEqual(await firstOf(places(kind), features));
      // The level that sees them gets larger tiles, and so other first zooms.
      const [open, members] = await thinDataset(places(kind), LEVELS, rowsOf(places(kind), other));
      expect(members!.cut.levels).toEqual(['members', 'trusted']);
      expect(members!.zooms.first).not.toEqual(open!.zooms.first);
    });
  });

describe('points', () => {
  const features = randomFeatures('point', COUNT, SEED_OF_THE_DAY);

  it('are kept by rank within each tile', async () => {
    const { first } = await zoomsOf(places('point', { keepBy: 'people' }), features);
    const people = (place: number): number => (features[place]!.values[2] as number | null) ?? -1;
    const shown = features.flatMap((_, place) => (first[place] === 0 ? [people(place)] : []));
    const hidden = features.flatMap((_, place) => (first[place]! > 0 ? [people(place)] : []));
    // Up to three are kept because they are the first of their kind.
    const least = shown.sort((a, b) => a - b).at(KINDS.length)!;
    expect(hidden.filter((number) => number > least).length).toBe(0);
  });

  it('keep the share of each kind without a rank', async () => {
    const { first } = await zoomsOf(places('point'), features);
    const shareOf = (places: readonly number[]): number =>
      places.filter((place) => features[place]!.values[1] === 'farm').length / places.length;
    const all = features.map((_, place) => place);
    const shown = all.filter((place) => first[place] === 0);
    // Five standard deviations.
    const most = 5 * Math.sqrt(0.25 / shown.length);
    expect(Math.abs(shareOf(shown) - shareOf(all))).toBeLessThan(most);
  });

  it('that are added change at most the features for which they leave no room', async () => {
    const before = await firstOf(places('point'), features);
    const [added] = randomFeatures('point', 1, SEED_OF_THE_DAY + 5);
    const after = await firstOf(places('point'), [...features, { ...added!, id: 2 }]);
    const changed = [...before].filter(([id, zoom]) => after.get(id) !== zoom);
    // At most three features of the smallest size for each tile that has the point: up to four
    // tiles of each of eight zooms.
    expect(changed.length).toBeLessThanOrEqual(3 * 4 * 8);
  });

  it('that fit their budget are all shown at all zooms', async () => {
    const few = features.slice(0, 50);
    expect(await thinDataset(places('point'), LEVELS, rowsOf(places('point'), few))).toEqual([]);
  });
});

describe('polygons', () => {
  const features = randomFeatures('polygon', COUNT, SEED_OF_THE_DAY);

  it('are hidden smallest first', async () => {
    const { first } = await zoomsOf(places('polygon'), features);
    const width = (place: number): number => {
      const { coords } = features[place]!.geometry;
      return Math.abs(coords[0]! - coords[2 * 4]!);
    };
    const widths = (isShown: boolean): number[] =>
      features.flatMap((_, place) => ((first[place] === 0) === isShown ? [width(place)] : []));
    const mean = (list: readonly number[]): number =>
      list.reduce((sum, one) => sum + one, 0) / list.length;
    expect(mean(widths(true))).toBeGreaterThan(3 * mean(widths(false)));
  });

  it('that alone are larger than a tile do not hide the others', async () => {
    const [one] = features;
    const ring = Int32Array.from({ length: 2 * 12_000 }, (_, i) => {
      const angle = (Math.floor(i / 2) / 12_000) * 2 * Math.PI;
      const reach = 9e7 + 2e6 * Math.sin(1_200 * angle);
      return i % 2 === 0 ? 2e8 + reach * Math.cos(angle) : reach * Math.sin(angle);
    });
    const geometry = { ...one!.geometry, coords: ring, ends: Uint32Array.of(12_000) };
    // Without a kind: the only feature of a kind in a tile is kept there at any size.
    const large = { id: 2, geometry, values: ['Large', null, null, ''] };
    const after = await firstOf(places('polygon'), [...features, large]);
    // It fits at a deeper zoom only, where a tile has a part of it.
    expect(after.get(2)).toBeGreaterThan(3);
    const [shown] = (await zoomsOf(places('polygon'), features)).table();
    const still = [...after.values()].filter((zoom) => zoom === 0).length;
    expect(still).toBeGreaterThan(shown!.shown / 10);
  });
});

it('a feature has the reasons for its first zoom', async () => {
  const features = randomFeatures('point', COUNT, SEED_OF_THE_DAY);
  const { first } = await zoomsOf(places('point'), features);
  const late = first.findIndex((zoom) => zoom > 1);
  const rows = rowsOf(places('point'), features);
  const zooms = (await thinCut(places('point'), OPEN!, rows, late))!;
  expect(zooms.first).toEqual(first);
  const full = zooms.reasons(late).filter(({ ask }) => ask === undefined);
  expect(Math.max(...full.map(({ z }) => z))).toBe(first[late]! - 1);
  const rare = features.findIndex(
    ({ values }, place) => values[1] === 'water' && first[place] === 0,
  );
  const kept = (await thinCut(places('point'), OPEN!, rows, rare))!.reasons(rare);
  expect(kept.some(({ z, ask }) => z === 0 && ask === 2)).toBe(true);
});
