import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LayersStore } from '../../../app/stores/layers/layers-store.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

const ids = (store: LayersStore): string[] => store.active.map(({ id }) => id);
const store = (...names: string[]): LayersStore =>
  new LayersStore(names.map((id) => ({ id, visible: true, opacity: null })));

describe('the layers on the map', () => {
  it('add a new one on top', () => {
    const layers = store('a', 'b');
    layers.add('c');
    expect(ids(layers)).toEqual(['c', 'a', 'b']);
  });

  it('add several in their order, and keep those on the map', () => {
    const layers = store('a', 'b');
    layers.add('c', 'b', 'd');
    expect(ids(layers)).toEqual(['c', 'd', 'a', 'b']);
  });

  it('show a hidden one when it is added again', () => {
    const layers = store('a');
    layers.setVisible('a', false);
    layers.add('a');
    expect(layers.find('a')?.visible).toBe(true);
  });

  it('move to the place of another, and nowhere for unknown ones', () => {
    const layers = store('a', 'b', 'c', 'd');
    layers.moveTo('d', 'b');
    expect(ids(layers)).toEqual(['a', 'd', 'b', 'c']);
    layers.moveTo('a', 'b');
    expect(ids(layers)).toEqual(['d', 'b', 'a', 'c']);
    layers.moveTo('unknown', 'a');
    layers.moveTo('a', 'unknown');
    expect(ids(layers)).toEqual(['d', 'b', 'a', 'c']);
  });

  it('keep one filter for each field until the filters are cleared', () => {
    const layers = store('a', 'b');
    const words = { field: 'name', kind: 'words', words: 'north' } as const;
    layers.setFilter('a', 'name', { ...words, words: 'old' });
    layers.setFilter('a', 'boats', { field: 'boats', kind: 'range', min: '3' });
    layers.setFilter('a', 'name', words);
    expect(layers.find('a')?.filters?.map(({ field }) => field)).toEqual(['boats', 'name']);
    layers.setFilter('a', 'boats', null);
    expect(layers.find('a')?.filters).toEqual([words]);
    layers.clearFilters('a');
    expect(layers.active[0]).toEqual({ id: 'a', visible: true, opacity: null });
  });

  it('keep opacity in hundredths between 0 and 1', () => {
    const layers = store('a');
    for (const [given, kept] of [
      [0.333, 0.33],
      [-1, 0],
      [7, 1],
    ] as const) {
      layers.setOpacity('a', given);
      expect(layers.find('a')?.opacity).toBe(kept);
    }
    layers.setOpacity('a', null);
    expect(layers.find('a')?.opacity).toBeNull();
  });

  it('are the same set after any moves, and unchanged after the inverse moves', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name), { maxLength: 20 }), (moves) => {
        const layers = store('a', 'b', 'c', 'd');
        const undo: (() => void)[] = [];
        for (const [id, target] of moves) {
          const place = ids(layers).indexOf(id);
          layers.moveTo(id, target);
          undo.push(() => layers.moveTo(id, ids(layers)[place]!));
        }
        expect([...ids(layers)].sort()).toEqual(['a', 'b', 'c', 'd']);
        for (const step of undo.reverse()) step();
        expect(ids(layers)).toEqual(['a', 'b', 'c', 'd']);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: 200 },
    );
  });
});
