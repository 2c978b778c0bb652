/** Which features are inside the area to which the map is limited. */
import { boxOf, touches, type Bounds, type Ring, type ShownArea } from 'atlas-engine/runtime';
import type { Place } from './place.ts';

/** Tests features by their drawn geometry, and the clicked place if there is one. */
export type IsInside = (geometry: { readonly type: string }, place?: Place) => boolean;

type Pair = readonly [number, number];

/**
 * Returns the test for an area. A point is inside where it is itself. A line or an area is where it is
 * clicked, or if any of its parts is.
 */
export function insideOf({ polygons }: ShownArea): IsInside {
  const rings = polygons.flat();
  const box = boxAround(rings);
  const holds = (place: Pair): boolean => touches(pointBox(place), box) && isIn(place, rings);
  return (geometry, place) => {
    const lines = linesOf(geometry as GeoJSON.Geometry);
    if (place && !lines.every(({ length }) => length === 1)) return holds(place);
    return (
      lines.some((line) => line.some((each) => holds(each)) || crosses(line, rings, box)) ||
      isAround(geometry as GeoJSON.Geometry, rings)
    );
  };
}

/** Returns whether a place is in an odd number of rings. */
function isIn([x, y]: Pair, rings: readonly Ring[]): boolean {
  let inside = false;
  for (const ring of rings)
    for (let at = 1; at < ring.length; at++) {
      const [ax, ay] = ring[at - 1]!;
      const [bx, by] = ring[at]!;
      if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
    }
  return inside;
}

/** Returns whether the area lies within an area of the map: one of its corners does. */
function isAround(geometry: GeoJSON.Geometry, [ring]: readonly Ring[]): boolean {
  const isArea = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
  return isArea && ring?.[0] !== undefined && isIn(ring[0], linesOf(geometry));
}

/** Returns whether any edge of a line crosses one of the rings. */
function crosses(line: Ring, rings: readonly Ring[], box: Bounds): boolean {
  return line.some((b, at) => {
    const a = line[at - 1];
    if (!a) return false;
    if (!touches(boxAround([[a, b]]), box)) return false;
    return rings.some((ring) =>
      ring.some((d, i) => ring[i - 1] !== undefined && isCrossing([a, b], [ring[i - 1]!, d])),
    );
  });
}

function isCrossing([a, b]: readonly [Pair, Pair], [c, d]: readonly [Pair, Pair]): boolean {
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

/** Returns whether a place is on the left of a line. */
function side([ax, ay]: Pair, [bx, by]: Pair, [x, y]: Pair): boolean {
  return (bx - ax) * (y - ay) > (by - ay) * (x - ax);
}

function boxAround(coordinates: readonly Ring[]): Bounds {
  const lines = { type: 'MultiLineString', coordinates };
  return boxOf(lines);
}

function pointBox([x, y]: Pair): Bounds {
  return [x, y, x, y];
}

/** Returns the lines, the rings and, as lines of one position, the points of a geometry. */
function linesOf(geometry: GeoJSON.Geometry): readonly Ring[] {
  const lines = (): GeoJSON.Position[][] => {
    switch (geometry.type) {
      case 'Point':
        return [[geometry.coordinates]];
      case 'MultiPoint':
        return geometry.coordinates.map((position) => [position]);
      case 'LineString':
        return [geometry.coordinates];
      case 'MultiLineString':
      case 'Polygon':
        return geometry.coordinates;
      case 'MultiPolygon':
        return geometry.coordinates.flat();
      case 'GeometryCollection':
        return geometry.geometries.flatMap(
          (one) => linesOf(one) as unknown as GeoJSON.Position[][],
        );
    }
  };
  // Positions are pairs.
  return lines() as unknown as readonly Ring[];
}
