import { describe, expect, it } from 'vitest';
import { geodesicArea } from '../../../../server/geometry/index.ts';
import { packParts } from './shapes.ts';

describe('the geodesic area', () => {
  it('of an octant is an eighth of the known area of the ellipsoid', () => {
    // Karney, Algorithms for geodesics (2013): the WGS 84 ellipsoid has 510 065 621 724 088.44 m2.
    const octant = packParts('polygon', [[0, 0, 9e8, 0, 9e8, 9e8]]);
    expect(geodesicArea(octant)).toBeCloseTo(510_065_621_724_088.44 / 8, -1);
  });

  it('does not depend on the winding and subtracts holes', () => {
    const outer = [0, 0, 1e7, 0, 1e7, 1e7, 0, 1e7];
    const whole = geodesicArea(packParts('polygon', [outer]));
    expect(whole / 1e6).toBeCloseTo(12_308.778, 3);
    expect(geodesicArea(packParts('polygon', [[0, 0, 0, 1e7, 1e7, 1e7, 1e7, 0]]))).toBeCloseTo(
      whole,
      3,
    );
    const inner = [2e6, 2e6, 2e6, 4e6, 4e6, 4e6, 4e6, 2e6];
    const holed = { ...packParts('polygon', [outer, inner]), polygons: Uint32Array.of(2) };
    const cut = geodesicArea(packParts('polygon', [inner]));
    expect(geodesicArea(holed)).toBeCloseTo(whole - cut, 3);
    expect(geodesicArea(packParts('polygon', [outer, inner]))).toBeCloseTo(whole + cut, 3);
  });

  it('of points and lines is 0', () => {
    expect(geodesicArea(packParts('line', [[0, 0, 1e7, 1e7]]))).toBe(0);
    expect(geodesicArea(packParts('point', [[0, 0]]))).toBe(0);
  });
});
