import { describe, expect, it } from 'vitest';
import { needsCopies } from '../../../app/map/world-copies.ts';

describe('copies of the world', () => {
  it.each([
    ['a region far from 180°', [5, -14, 32, 13], false],
    ['a region that ends at 180°', [166, -47, 180, -34], true],
    ['a region whose margin crosses 180° in the east', [160, -47, 175, -34], true],
    ['a region whose margin crosses 180° in the west', [-175, -20, -160, -10], true],
    ['a region with just its width beside it', [150, 0, 165, 10], false],
    ['the whole world', [-180, -85, 180, 85], true],
  ] as const)('are needed or not for %s', (_name, bounds, isNeeded) => {
    expect(needsCopies(bounds)).toBe(isNeeded);
  });
});
