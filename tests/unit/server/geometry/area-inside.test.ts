import { describe, expect, it } from 'vitest';
import { AreaInside } from '../../../../server/geometry/area-inside.ts';
import { geodesicArea } from '../../../../server/geometry/area.ts';
import { DeadlineExceeded } from '../../../../server/geometry/deadline.ts';
import { geos } from '../../../../server/geometry/geos.ts';
import { fromGeos, toGeos } from '../../../../server/geometry/geos-polygons.ts';
import { prepareQuery } from '../../../../server/geometry/intersects.ts';
import { UNITS_PER_DEGREE, type PackedGeometry } from '../../../../server/geometry/packed.ts';
import { GeometryBuilder } from '../../../../server/geometry/rings.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';

type Place = readonly [x: number, y: number];

/** Concessions are up to 1.4 degrees wide, and their neighbours overlap them. */
const CONCESSIONS = 120;
const RECTANGLES = 12;

function polygon(...rings: readonly (readonly Place[])[]): PackedGeometry {
  const builder = new GeometryBuilder();
  for (const ring of rings) {
    for (const [x, y] of ring)
      builder.addVertex(Math.round(x * UNITS_PER_DEGREE), Math.round(y * UNITS_PER_DEGREE));
    builder.endPart();
  }
  builder.endPolygon();
  return builder.build('polygon')!;
}

function makeConcessions(random: () => number): PackedGeometry[] {
  return Array.from({ length: CONCESSIONS }, () => {
    const [x, y] = [10 + 10 * random(), -4 + 10 * random()];
    const [corners, radius] = [3 + Math.floor(20 * random()), 0.1 + 0.6 * random()];
    return polygon(
      Array.from({ length: corners }, (_none, i): Place => {
        const far = radius * (0.6 + 0.4 * random());
        const angle = (2 * Math.PI * i) / corners;
        return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
      }),
    );
  });
}

/** A ragged circle with a radius of one degree. */
function circle([x, y]: Place, corners: number): PackedGeometry {
  return polygon(
    Array.from({ length: corners }, (_none, i): Place => {
      const far = i % 2 === 0 ? 1 : 0.99999;
      const angle = (2 * Math.PI * i) / corners;
      return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
    }),
  );
}

/** A rectangle of some degrees with a hole. */
function makeRectangle(random: () => number): PackedGeometry {
  const [west, south] = [10 + 4 * random(), -4 + 4 * random()];
  const [width, height] = [2 + 4 * random(), 2 + 4 * random()];
  const box = (inset: number): Place[] => [
    [west + inset * width, south + inset * height],
    [west + (1 - inset) * width, south + inset * height],
    [west + (1 - inset) * width, south + (1 - inset) * height],
    [west + inset * width, south + (1 - inset) * height],
  ];
  return polygon(box(0), box(0.2 + 0.2 * random()).reverse());
}

/** The area of the union of all concessions inside an area, computed by GEOS alone. */
function unionInside(polygons: readonly PackedGeometry[], area: PackedGeometry): number {
  let union = toGeos(polygons[0]!);
  for (const one of polygons.slice(1)) {
    const [before, handle] = [union, toGeos(one)];
    union = geos.GEOSUnion(before, handle);
    for (const freed of [before, handle]) geos.GEOSGeom_destroy(freed);
  }
  const query = toGeos(area);
  const inside = geos.GEOSIntersection(union, query);
  const size = straightArea(fromGeos(inside)!);
  for (const freed of [union, query, inside]) geos.GEOSGeom_destroy(freed);
  return size;
}

/** The area with edges that are straight in degrees: the integral on an equal-area projection. */
function straightArea({ coords, ends }: PackedGeometry): number {
  let [sum, start] = [0, 0];
  for (const end of ends) {
    for (let v = start, before = end - 1; v < end; before = v++) {
      const [x0, y0, x, y] = [coords[2 * before]!, coords[2 * before + 1]!, coords[2 * v]!, coords[2 * v + 1]!]; // prettier-ignore
      const steps = 64;
      for (let i = 0; i < steps; i++) {
        const lat = (y0 + ((y - y0) * (i + 0.5)) / steps) / UNITS_PER_DEGREE;
        sum -= (((x - x0) / steps / UNITS_PER_DEGREE) * Math.PI * toPole(lat)) / 180;
      }
    }
    start = end;
  }
  return Math.abs(sum);
}

/** The area in m² between the equator and a latitude, for each radian of longitude (WGS 84). */
function toPole(lat: number): number {
  const e = 0.0818191908426215;
  const sine = Math.sin((lat * Math.PI) / 180);
  return (6_356_752.314245 ** 2 / 2) * (sine / (1 - (e * sine) ** 2) + Math.atanh(e * sine) / e);
}

describe('the land inside an area', () => {
  it('of overlapping concessions in rectangles with holes is exact to a ten-thousandth', () => {
    const random = seededRandom(43);
    const concessions = makeConcessions(random);
    for (let i = 0; i < RECTANGLES; i++) {
      const area = makeRectangle(random);
      const query = prepareQuery(area);
      const inside = new AreaInside(query);
      for (const one of concessions) inside.add(one, geodesicArea(one));
      const covered = inside.union();
      inside.close();
      const expected = unionInside(concessions, area);
      expect(Math.abs(covered / expected - 1)).toBeLessThan(1e-5);
    }
  });

  describe('of polygons with very many corners', () => {
    const MOST = 2_000;
    const CORNERS = MOST / 2 + 100;

    it('is refused at once where both have them, because GEOS cannot be interrupted', () => {
      const inside = new AreaInside(prepareQuery(circle([10, 0], CORNERS)), MOST);
      expect(() => inside.add(circle([10.001, 0.001], CORNERS), 1)).toThrow(DeadlineExceeded);
      inside.close();
    });

    it('is measured where one of them has few corners in the bounds of the other', () => {
      const inside = new AreaInside(prepareQuery(circle([10, 0], CORNERS)), MOST);
      const far = circle([11.9, 0], CORNERS);
      const shared = inside.add(far, geodesicArea(far));
      inside.close();
      expect(shared / geodesicArea(far)).toBeGreaterThan(0);
      expect(shared / geodesicArea(far)).toBeLessThan(0.1);
    });
  });
});
