import { describe, expect, it } from 'vitest';
import { makePolygons } from '../../../bench/geometry/polygons.ts';
import type { PackedGeometry } from '../../../../server/geometry/index.ts';
import {
  TIERS,
  boundsOf,
  encodeGeometry,
  generalise,
  generaliseToVertices,
  packGeoJson,
  tierOfZoom,
  vertexCount,
} from '../../../../server/geometry/index.ts';
import { doubleArea } from '../../../../server/geometry/rings.ts';
import { geosValid, runs } from './oracle.ts';
import { SHAPE_NAMES, makeShape, packParts, packShape } from './shapes.ts';

/** Half a pixel at the highest zoom of a tier, in packed degrees. */
function halfPixel(maxzoom: number): number {
  return (4 * 3.6e9) / (4096 * 2 ** maxzoom);
}

function areaOf({ coords, ends }: PackedGeometry): number {
  return Array.from(ends, (end, ring) => doubleArea(coords, ends[ring - 1] ?? 0, end)).reduce(
    (sum, area) => sum + area / 2,
    0,
  );
}

describe('tiers', () => {
  it('serve every zoom exactly once', () => {
    const ids = Array.from({ length: 24 }, (_, zoom) => tierOfZoom(zoom));
    expect(ids.slice(0, 12)).toEqual([
      ...Array.from({ length: 5 }, () => 'z0-4'),
      ...Array.from({ length: 3 }, () => 'z5-7'),
      ...Array.from({ length: 3 }, () => 'z8-10'),
      'full',
    ]);
    expect(new Set(ids.slice(11))).toEqual(new Set(['full']));
  });

  it('keep shapes valid, not empty and deterministic, at all sizes', () => {
    let dropped = 0;
    for (let seed = 0; seed < runs(20_000); seed++) {
      const name = SHAPE_NAMES[seed % SHAPE_NAMES.length]!;
      const size = 10 ** (2 + (seed % 7));
      const packed = packShape(makeShape(name, seed), [1.5e8, -4e7], size);
      if (!geosValid(packed)) continue;
      for (const { id } of TIERS) {
        const coarse = generalise(packed, id);
        expect(geosValid(coarse)).toBe(true);
        expect(encodeGeometry(generalise(packed, id))).toEqual(encodeGeometry(coarse));
        dropped += vertexCount(packed) - vertexCount(coarse);
      }
      expect(generalise(packed, 'full')).toBe(packed);
    }
    expect(dropped).toBeGreaterThan(1000);
  });

  it('change the area by less than half a pixel along the outline', () => {
    for (const { geometry } of makePolygons(runs(20_000), 7)) {
      const result = packGeoJson(geometry);
      if ('rejected' in result) throw new Error(result.rejected);
      const [west, south, east, north] = boundsOf(result.ok);
      for (const { id, maxzoom } of TIERS.slice(0, -1)) {
        const change = Math.abs(areaOf(generalise(result.ok, id)) - areaOf(result.ok));
        const outline = 2 * (east - west + north - south);
        expect(change).toBeLessThan(outline * halfPixel(maxzoom));
      }
    }
  });

  it('have a copy with at most the asked number of vertices, the finest that there is', () => {
    let simplified = 0;
    for (const { geometry } of makePolygons(runs(2_000), 11)) {
      const result = packGeoJson(geometry);
      if ('rejected' in result) throw new Error(result.rejected);
      const whole = vertexCount(result.ok);
      expect(generaliseToVertices(result.ok, whole)).toBe(result.ok);
      for (const most of [whole - 1, Math.ceil(whole / 3)]) {
        const copy = generaliseToVertices(result.ok, most);
        if (!copy) continue;
        expect(vertexCount(copy)).toBeLessThanOrEqual(most);
        expect(geosValid(copy)).toBe(true);
        simplified++;
      }
      expect(generaliseToVertices(result.ok, 2)).toBeNull();
    }
    expect(simplified).toBeGreaterThan(20);
  });

  it('drop holes and parts under half a pixel, but never the largest part', () => {
    const part = (x: number, size: number) => [x, 0, x + size, 0, x + size, size, x, size];
    const packed = packParts('polygon', [part(0, 900), part(5000, 1000), part(9000, 800)]);
    const coarse = generalise(packed, 'z0-4');
    expect(coarse.polygons.length).toBe(1);
    expect(boundsOf(coarse)[0]).toBe(5000);
    const holed = {
      ...packParts('polygon', [
        part(0, 1e8),
        [2e7, 2e7, 2e7, 3e7, 3e7, 2e7],
        [10, 10, 10, 90, 90, 10],
      ]),
      polygons: Uint32Array.of(3),
    };
    expect(generalise(holed, 'z5-7').ends.length).toBe(2);
  });

  it('keep the ends of lines and all points', () => {
    const wave = Array.from({ length: 200 }, (_, i) => [i * 1000, (i % 2) * 500]).flat();
    const line = packParts('line', [wave, [5, 5, 6, 6]]);
    const coarse = generalise(line, 'z0-4');
    expect(vertexCount(coarse)).toBe(4);
    expect([...coarse.coords]).toEqual([0, 0, 199_000, 500, 5, 5, 6, 6]);
    const points = packParts('point', [[1, 2, 3, 4]]);
    expect(generalise(points, 'z0-4')).toBe(points);
  });

  it('drop the least vertex first, so that corners stay', () => {
    const corners = [0, 0, 7400, 22_200, 8140, 22_274, 8880, 22_200, 16_280, 0];
    const coarse = generalise(packParts('line', [corners]), 'z8-10');
    expect([...coarse.coords]).toEqual([0, 0, 7400, 22_200, 8880, 22_200, 16_280, 0]);
  });

  it('thin a long line fast', () => {
    const n = runs(1_000_000, 20_000);
    const line = packParts('line', [
      Array.from({ length: n }, (_, i) => [i * 100, Math.round(Math.sin(i / 50) * 3e5)]).flat(),
    ]);
    const coarse = generalise(line, 'z8-10');
    expect(vertexCount(coarse)).toBeGreaterThan(n / 500);
    expect(vertexCount(coarse)).toBeLessThan(n / 10);
  });
});
