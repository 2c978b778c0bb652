/** What the panel of an analysis shows of its result, and how its figures are written. */
import { describe, expect, it } from 'vitest';
import type { MeasuredDataset } from 'atlas-engine/http';
import { BundleStore } from '../../../app/stores/bundle/bundle-store.ts';
import { figuresOf, partsOf } from '../../../app/tools/analyse/result-layers.ts';
import {
  formatMean,
  formatShare,
  formatSum,
  roundedArea,
  roundedAreas,
  roundedLength,
} from '../../../app/tools/common/format-size.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { fixtureNetwork } from './fixture-network.ts';

const bundles = new BundleStore(fixtureIndex('en'), fixtureNetwork());
const [group] = bundles.categories.flatMap((category) => category.groups);

const measured = (dataset: string, more: Partial<MeasuredDataset>): MeasuredDataset => ({
  dataset,
  name: { en: dataset },
  geometry: 'point',
  count: 0,
  ...more,
});
const names = (layers: readonly { readonly name: string }[]) => layers.map(({ name }) => name);

describe('the result of an analysis', () => {
  it('lists what is inside, and communities also without objects', () => {
    const camps = measured('camps', { first: true, nearest: 9_000 });
    const { found, nearest } = partsOf([camps, measured('wells', { count: 2 })], bundles);
    expect(names(found)).toEqual(['camps', 'wells']);
    expect(names(nearest)).toEqual(['camps']);
    expect(names(figuresOf({ found, cells: [] }))).toEqual(['wells']);
  });

  it('lists a layer that is on the map also without objects', () => {
    const of = { group: group!.id, nearest: 9_000 };
    const { found } = partsOf([measured('camps', of)], bundles, (id) => id === group!.id);
    expect(found.map(({ one }) => one.count)).toEqual([0]);
  });

  it('lists the nearest of the others, once for each layer, the nearest first', () => {
    const of = { group: group!.id };
    const { nearest, none } = partsOf(
      [
        measured('far', { nearest: 80_000 }),
        measured('mines-a', { ...of, nearest: 50_000 }),
        measured('mines-b', { ...of, nearest: 7_000 }),
        measured('empty', {}),
      ],
      bundles,
    );
    expect(nearest.map(({ one }) => one.dataset)).toEqual(['mines-b', 'far']);
    expect(nearest[0]!.name).toBe(group!.name);
    expect(none).toEqual(['empty']);
  });

  it('names a layer by its group, unless several of its datasets are inside', () => {
    const of = { group: group!.id, count: 1 };
    const two = [measured('mines-a', of), measured('mines-b', of)];
    expect(names(partsOf(two.slice(1), bundles).found)).toEqual([group!.name]);
    expect(names(partsOf(two, bundles).found)).toEqual(['mines-a', 'mines-b']);
    const other = measured('mines-c', { group: group!.id, nearest: 5 });
    expect(partsOf([...two, other], bundles).nearest).toEqual([]);
  });

  it('lists rasters with data apart from those without', () => {
    const raster = { geometry: 'raster', share: 1, cell: 30 } as const;
    const { cells, bare, found } = partsOf(
      [
        { ...raster, dataset: 'ground', name: { en: 'Ground' }, covered: 5e6 },
        { ...raster, dataset: 'ice', name: { en: 'Ice' }, covered: 0 },
      ],
      bundles,
    );
    expect([names(cells), bare, found]).toEqual([['Ground'], ['Ice'], []]);
    expect(formatMean(63.468, { fr: '%' }, 'fr')).toBe('63,5\u00A0%');
    expect(formatMean(63.468, { en: '%' }, 'en')).toBe('63.5%');
  });

  it('has figures of three digits, in hectares below 100 km², a list in the unit of its largest', () => {
    expect(roundedArea(99_999_999, 'en')).toBe('10,000\u00A0ha');
    expect(roundedArea(100_000_000, 'en')).toBe('100\u00A0km²');
    expect(roundedArea(70, 'fr')).toBe('<\u00A00,01\u00A0ha');
    expect(roundedArea(0, 'en')).toBe('0\u00A0ha');
    expect(roundedArea(8_261_234, 'fr')).toBe('826\u00A0ha');
    expect(roundedArea(127_539_000_000, 'fr')).toBe('128\u00A0000\u00A0km²');
    const inList = roundedAreas([8_261_234, 127_539_000_000], 'fr');
    expect([8_261_234, 127_539_000_000, 900, 0].map(inList)).toEqual([
      '8,26\u00A0km²',
      '128\u00A0000\u00A0km²',
      '<\u00A00,01\u00A0km²',
      '0\u00A0km²',
    ]);
    expect(roundedAreas([70, 8_261_234], 'en')(70)).toBe('<\u00A00.01\u00A0ha');
    expect(roundedLength(3_668_234, 'fr')).toBe('3\u00A0670\u00A0km');
    expect(roundedLength(417, 'fr')).toBe('417\u00A0m');
    expect(formatShare(0.000_03, 'en')).toBe('<\u00A00.1%');
    expect(formatShare(0, 'en')).toBe('0%');
    expect(formatShare(0.0544, 'fr')).toBe('5,4\u00A0%');
    expect(formatShare(0.1176, 'en')).toBe('12%');
    expect(formatSum(158_105, { fr: 'habitants' }, 'fr')).toBe('158\u00A0000\u00A0habitants');
    expect(formatSum(9_412.5, undefined, 'en')).toBe('9,412.5');
  });
});
