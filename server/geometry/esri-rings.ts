import type { Position } from 'geojson';

/**
 * Sorts the rings of a shape of ESRI into polygons: outer rings run clockwise, holes the other way, in any order. A hole
 * belongs to the smallest outer ring around it; one that lies in none is an outer ring drawn the
 * wrong way.
 */
export function polygonsOfRings(rings: readonly Position[][]): Position[][][] {
  const sized = rings.map((ring) => ({ ring, area: signedArea(ring) }));
  const outers = sized
    .filter(({ area }) => area <= 0)
    .map(({ ring, area }) => ({ area: -area, rings: [ring] }));
  const bySize = [...outers].sort((a, b) => a.area - b.area);
  for (const { ring, area } of sized) {
    if (area <= 0) continue;
    const around = bySize.find((outer) => outer.area > area && contains(outer.rings[0]!, ring[0]!));
    if (around) around.rings.push(ring);
    else outers.push({ area, rings: [ring] });
  }
  return outers.map((outer) => outer.rings);
}

/** Positive when the ring runs counter-clockwise. */
function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  ring.forEach(([x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = ring[(i + 1) % ring.length]!;
    sum += x * nextY - nextX * y;
  });
  return sum / 2;
}

function contains(ring: readonly Position[], [x = 0, y = 0]: Position): boolean {
  let inside = false;
  ring.forEach(([ax = 0, ay = 0], i) => {
    const [bx = 0, by = 0] = ring[(i + 1) % ring.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}
