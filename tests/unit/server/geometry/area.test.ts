import { describe, expect, it } from 'vitest';
import { exactSize } from '../../../../app/tools/common/area-size.ts';
import { geodesicArea } from '../../../../server/geometry/index.ts';
import { packParts } from './shapes.ts';

/** The area in m² between the equator and a latitude, for each radian of longitude (WGS 84). */
function toPole(lat: number): number {
  const e = 0.0818191908426215;
  const sine = Math.sin((lat * Math.PI) / 180);
  return (6_356_752.314245 ** 2 / 2) * (sine / (1 - (e * sine) ** 2) + Math.atanh(e * sine) / e);
}

describe('the geodesic area', () => {
  it('of an octant is an eighth of the known area of the ellipsoid', () => {
    // Karney, Algorithms for geodesics (2013): the WGS 84 ellipsoid has 510 065 621 724 088.44 m2.
    const octant = packParts('polygon', [[0, 0, 9e8, 0, 9e8, 9e8, 0, 9e8]]);
    const share = geodesicArea(octant) / (510_065_621_724_088.44 / 8);
    expect(Math.abs(share - 1)).toBeLessThan(1e-6);
  });

  it.each([
    ['a view of the region', [8, -14, 32, 12]],
    ['a band north of the equator', [8, 12, 32, 14]],
    ['a small box', [16, 4, 16.05, 4.05]],
  ] as const)('has edges that are straight in degrees: %s', (_what, [west, south, east, north]) => {
    const expected = ((east - west) * Math.PI * (toPole(north) - toPole(south))) / 180;
    const corners = [west, south, east, south, east, north, west, north];
    const box = packParts('polygon', [corners.map((degrees) => Math.round(degrees * 1e7))]);
    expect(Math.abs(geodesicArea(box) / expected - 1)).toBeLessThan(1e-6);
    const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // prettier-ignore
    const size = exactSize({ type: 'Polygon', coordinates: [ring] });
    expect(size / geodesicArea(box)).toBeCloseTo(1, 9);
  });

  it('is the same with one more corner on a long edge', () => {
    const corners = [8e7, 2e7, 14e7, 2e7, 14e7, 6e7, 8e7, 6e7];
    const more = [...corners.slice(0, 2), 11e7, 2e7, ...corners.slice(2)];
    const [one, other] = [corners, more].map((ring) => geodesicArea(packParts('polygon', [ring])));
    expect(Math.abs(other! / one! - 1)).toBeLessThan(1e-6);
  });

  it('does not depend on the winding and subtracts holes', () => {
    const outer = [0, 0, 1e7, 0, 1e7, 1e7, 0, 1e7];
    const whole = geodesicArea(packParts('polygon', [outer]));
    expect(whole / 1e6).toBeCloseTo(12_308.466, 3);
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
