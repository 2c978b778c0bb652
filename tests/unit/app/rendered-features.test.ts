import { describe, expect, it } from 'vitest';
import { isAnyDrawn } from '../../../app/map/rendered-features.ts';

type AskedMap = Parameters<typeof isAnyDrawn>[0];
type Point = readonly [number, number];

/** A map of 1000x600 px with the layer `wells`, whose features are at these points. */
function mapWith(wells: readonly Point[]): { map: AskedMap; made: () => number } {
  let made = 0;
  const map = {
    getContainer: () => ({ clientWidth: 1000, clientHeight: 600 }),
    getLayer: (id: string) => (id === 'wells' ? {} : undefined),
    queryRenderedFeatures: ([[west, north], [east, south]]: [Point, Point]) => {
      const found = wells.filter(([x, y]) => x >= west && x <= east && y >= north && y <= south);
      made += found.length;
      return found;
    },
  } as unknown as AskedMap;
  return { map, made: () => made };
}

describe('isAnyDrawn', () => {
  it('finds a single feature anywhere in the view, at its corners too', () => {
    for (const x of [0, 249, 250, 510, 1000])
      for (const y of [0, 149, 150, 420, 600])
        expect(isAnyDrawn(mapWith([[x, y]]).map, ['wells']), `${x}, ${y}`).toBe(true);
  });

  it('finds none outside the view, and none of a layer that the map does not have', () => {
    expect(isAnyDrawn(mapWith([[1001, 300]]).map, ['wells'])).toBe(false);
    expect(isAnyDrawn(mapWith([[500, -1]]).map, ['wells'])).toBe(false);
    expect(isAnyDrawn(mapWith([[500, 300]]).map, ['schools'])).toBe(false);
  });

  it('makes few of many features', () => {
    const wells = Array.from({ length: 1000 }, (_none, at): Point => [at, (at * 7) % 600]);
    const { map, made } = mapWith(wells);
    expect(isAnyDrawn(map, ['wells'])).toBe(true);
    expect(made()).toBeGreaterThan(0);
    expect(made()).toBeLessThan(wells.length / 8);
  });
});
