import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../bench/geometry/polygons.ts';
import { polygonsOnGrid } from '../../../../server/geometry/tile-polygon.ts';
import { geosValid, runs } from './oracle.ts';

function loose(rings: number[][], polygons: number[]) {
  const ends = Uint32Array.from(rings.map(() => 0));
  rings.forEach((ring, i) => (ends[i] = (ends[i - 1] ?? 0) + ring.length / 2));
  return { coords: Float64Array.from(rings.flat()), ends, polygons: Uint32Array.from(polygons) };
}

describe('polygons on the grid of a tile', () => {
  it('are valid or absent even when the projection made the polygon cross itself', () => {
    const random = seededRandom(1);
    let drawn = 0;
    for (let i = 0; i < runs(30_000); i++) {
      const corners = 3 + Math.floor(random() * 10);
      const ring = Array.from({ length: 2 * corners }, () => random() * 40 - 5);
      const onGrid = polygonsOnGrid(loose([ring], [1]), [0, 0, 30, 30]);
      if (onGrid === null) continue;
      drawn++;
      expect(geosValid(onGrid)).toBe(true);
    }
    expect(drawn).toBeGreaterThan(runs(30_000) / 2);
  });

  it('never turn a hole into a polygon when rounding removed its shell', () => {
    const shell = [0.45, -0.45, 1.45, 0.55, 0.55, 1.45, -0.45, 0.45];
    const hole = [0.8, 0.1, 0.2, 0.8, 1.2, 0.9];
    expect(polygonsOnGrid(loose([hole], [1]), [-9, -9, 9, 9])).not.toBe(null);
    expect(polygonsOnGrid(loose([shell, hole], [2]), [-9, -9, 9, 9])).toBe(null);
  });

  it('have no redundant vertices: repeated, on a spike, on a line, at the ends of a ring', () => {
    const ring = [4, 0, 8, 0, 8, 0, 8, 8, 8, 12, 8, 8, 0, 8, 0, 0, 2, 0];
    const onGrid = polygonsOnGrid(loose([ring], [1]), [-20, -20, 20, 20])!;
    expect([...onGrid.coords]).toEqual([8, 0, 8, 8, 0, 8, 0, 0]);
  });

  it('that leave the box twice have two parts', () => {
    const fork = [0, 0, 20, 0, 20, 2, 2, 2, 2, 6, 20, 6, 20, 8, 0, 8];
    const onGrid = polygonsOnGrid(loose([fork], [1]), [5, -5, 15, 15])!;
    expect(onGrid.polygons.length).toBe(2);
    expect(geosValid(onGrid)).toBe(true);
  });
});
