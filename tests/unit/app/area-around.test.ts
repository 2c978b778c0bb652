import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { areaAround, type Core } from '../../../app/stores/places/area-around.ts';
import { exactSize } from '../../../app/tools/common/area-size.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import { seededRandom } from '../../bench/geometry/polygons.ts';

const DISTANCES = [1_000, 5_000, 10_000, 20_000];
const POINT: Core = { type: 'Point', coordinates: [16.5, 4.25] };

/** A line with many bends, some of which come near to each other. */
function winding(seed: number): Core {
  const random = seededRandom(seed);
  const coordinates = [[16, 1]];
  for (let v = 1; v < 80; v++) {
    const [lng = 0, lat = 0] = coordinates[v - 1]!;
    coordinates.push([lng + 0.09 * (random() - 0.3), lat + 0.09 * (random() - 0.45)]);
  }
  return { type: 'LineString', coordinates };
}

function corners({ type, coordinates }: ReturnType<typeof areaAround>): GeoJSON.Position[] {
  return (type === 'Polygon' ? [coordinates] : coordinates).flat(2);
}

function between([lng1 = 0, lat1 = 0]: GeoJSON.Position, [lng2 = 0, lat2 = 0]: GeoJSON.Position) {
  return geodesic.Geodesic.WGS84.Inverse(lat1, lng1, lat2, lng2).s12!;
}

/** The distance on the ellipsoid between a place and a line, which is measured at many places. */
function distanceTo(place: GeoJSON.Position, line: readonly GeoJSON.Position[]): number {
  const metres = line.slice(1).flatMap(([x = 0, y = 0], v) => {
    const [x0 = 0, y0 = 0] = line[v]!;
    return Array.from({ length: 21 }, (_none, i) =>
      between(place, [x0 + ((x - x0) * i) / 20, y0 + ((y - y0) * i) / 20]),
    );
  });
  return Math.min(...metres);
}

describe('the area around a feature', () => {
  it.each(DISTANCES)(
    'around a place is a circle on the ellipsoid, with a radius of %i m',
    (radius) => {
      const circle = areaAround(POINT, radius);
      for (const corner of corners(circle))
        expect(Math.abs(between(POINT.coordinates as number[], corner) - radius)).toBeLessThan(
          radius / 5_000,
        );
      expect(exactSize(circle) / (Math.PI * radius ** 2)).toBeGreaterThan(0.998);
      expect(exactSize(circle) / (Math.PI * radius ** 2)).toBeLessThan(1);
    },
  );

  it.each(DISTANCES)('along a line is a valid band, whose corners are %i m away', (metres) => {
    const line = winding(metres);
    const band = areaAround(line, metres);
    // The server accepts it: no edges cross.
    expect(packQuery(band).packed.kind).toBe('polygon');
    const places = corners(band);
    for (const corner of places.filter((_one, i) => i % 60 === 0)) {
      const found = distanceTo(corner, line.coordinates as number[][]);
      expect(Math.abs(found - metres)).toBeLessThan(metres / 100);
    }
  });

  it('along a long edge follows the line on the map, which is straight in degrees', () => {
    const line: Core = { type: 'LineString', coordinates: [[8, 40], [30, 40]] }; // prettier-ignore
    for (const [, lat = 0] of corners(areaAround(line, 10_000)))
      expect(Math.abs(lat - 40)).toBeLessThan(0.0902);
  });

  it('around places that are apart is several circles, and one shape where they meet', () => {
    const around = (lng: number) =>
      areaAround({ type: 'MultiPoint', coordinates: [[16, 0], [lng, 0]] }, 1_000); // prettier-ignore
    expect(around(16.1).type).toBe('MultiPolygon');
    expect(around(16.01).type).toBe('Polygon');
  });

  it('along a closed line has a hole', () => {
    const ring = [[16, 0], [16.2, 0], [16.2, 0.2], [16, 0.2], [16, 0]]; // prettier-ignore
    const { type, coordinates } = areaAround({ type: 'LineString', coordinates: ring }, 5_000);
    expect([type, coordinates.length]).toEqual(['Polygon', 2]);
    expect(
      packQuery(areaAround({ type: 'LineString', coordinates: ring }, 5_000)).packed.ends,
    ).toHaveLength(2);
  });

  it('along 1 000 km has at most the 20 000 vertices that the server accepts', () => {
    const coordinates = Array.from({ length: 4_000 }, (_none, v) => [
      8 + v / 400,
      0.02 * Math.sin(v / 3) + 0.01 * Math.sin(v * 7),
    ]);
    const band = areaAround({ type: 'LineString', coordinates }, 1_000);
    expect(corners(band).length).toBeLessThan(20_000);
    expect(packQuery(band).packed.kind).toBe('polygon');
  });
});
