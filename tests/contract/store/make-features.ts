import type { Feature, LineString, Point, Position } from 'geojson';
import { POLYGON_REGION, seededRandom } from '../../bench/geometry/polygons.ts';

const STEP_DEGREES = 0.05;

/** Makes points all over the region, determined by `n`. */
export function makePoints(n: number): Feature<Point>[] {
  const random = seededRandom(11);
  return Array.from({ length: n }, (_, i) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: somewhere(random) },
    properties: { name: `Point ${i}` },
  }));
}

/** Makes random lines of 2 to 31 vertices, determined by `n`. */
export function makeLines(n: number): Feature<LineString>[] {
  const random = seededRandom(12);
  return Array.from({ length: n }, (_, i) => {
    const coordinates = [somewhere(random)];
    let heading = random() * 2 * Math.PI;
    for (let left = 1 + Math.floor(random() * 30); left > 0; left--) {
      heading += random() - 0.5;
      const [x, y] = coordinates.at(-1) as [number, number];
      const step = STEP_DEGREES * random();
      coordinates.push([x + Math.cos(heading) * step, y + Math.sin(heading) * step]);
    }
    return {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates },
      properties: { name: `Line ${i}` },
    };
  });
}

function somewhere(random: () => number): Position {
  const [west, south, east, north] = POLYGON_REGION;
  return [west + random() * (east - west), south + random() * (north - south)];
}
