import { zipSync } from 'fflate';
import { polygonRecord, shapefile } from '../../make-shapefile.ts';
import { seededRandom } from '../geometry/polygons.ts';

const POLYGONS = 1640;
const CORNERS = 200;

/** Returns a zipped shapefile of 4.7 MB: polygons with random corners, which hardly compress. */
export function largeShapefile(): Uint8Array {
  const random = seededRandom(14);
  const records = Array.from({ length: POLYGONS }, () => {
    const [x, y] = [10 + 15 * random(), -8 + 15 * random()];
    const ring = Array.from({ length: CORNERS }, (_, corner): [number, number] => {
      const angle = (-corner / CORNERS) * 2 * Math.PI;
      const radius = 0.05 + 0.03 * random();
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return polygonRecord([[...ring, ring[0]!]]);
  });
  return zipSync(shapefile(records, { type: 5 }), { level: 1 });
}
