import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LayersStore } from '../../../app/stores/layers-store.ts';

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

  it('move by one place and not beyond the ends', () => {
    const layers = store('a', 'b', 'c');
    layers.move('c', -1);
    layers.move('a', -1);
    layers.move('b', 1);
    layers.move('unknown', 1);
    expect(ids(layers)).toEqual(['a', 'c', 'b']);
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
    const moves = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(-1, 1)), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(moves, (steps) => {
        const layers = store('a', 'b', 'c', 'd');
        const undo: (() => void)[] = [];
        for (const [id, by] of steps) {
          const before = ids(layers).join();
          layers.move(id, by as -1 | 1);
          if (ids(layers).join() !== before) undo.push(() => layers.move(id, -by as -1 | 1));
        }
        expect([...ids(layers)].sort()).toEqual(['a', 'b', 'c', 'd']);
        for (const step of undo.reverse()) step();
        expect(ids(layers)).toEqual(['a', 'b', 'c', 'd']);
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});
