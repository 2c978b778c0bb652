import type { MultiPolygon, Polygon, Position } from 'geojson';

/**
 * Assembles closed rings into polygons as in RFC 7946. Counter-clockwise rings are shells; each
 * other ring is a hole in the smallest shell around it. A hole may touch its shell at a corner.
 */
export function assembleRings(rings: readonly Position[][]): Polygon | MultiPolygon {
  const shells = rings
    .filter((ring) => signedArea(ring) > 0)
    .sort((one, other) => signedArea(other) - signedArea(one))
    .map((ring) => [ring]);
  for (const hole of rings) {
    if (signedArea(hole) > 0) continue;
    const holders = shells.filter((shell) => ringHolds(shell[0]!, middleOf(hole)));
    holders.at(-1)?.push(hole);
  }
  return shells.length === 1
    ? { type: 'Polygon', coordinates: shells[0]! }
    : { type: 'MultiPolygon', coordinates: shells };
}

/** Returns the midpoint of the first edge. Unlike a corner, it is never on another ring. */
function middleOf([from, to]: readonly Position[]): Position {
  return [(from![0]! + to![0]!) / 2, (from![1]! + to![1]!) / 2];
}

/** Returns the area of a ring in square degrees, negative if the ring is clockwise. */
export function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    sum += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
  }
  return sum / 2;
}

function ringHolds(ring: readonly Position[], [lng, lat]: Position): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1]!, ring[i]!];
    if (from[1]! > lat! === to[1]! > lat!) continue;
    const share = (lat! - from[1]!) / (to[1]! - from[1]!);
    if (from[0]! + share * (to[0]! - from[0]!) > lng!) inside = !inside;
  }
  return inside;
}
