import type { Position } from 'geojson';

/**
 * Groups the rings of an ESRI shape into polygons. Outer rings run clockwise and holes
 * counter-clockwise, in any order. A hole belongs to the smallest outer ring around it; a hole
 * outside all of them is an outer ring with the wrong direction.
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

/** Returns the signed area of a ring, positive if it runs counter-clockwise. */
function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  let before = ring.at(-1)!;
  for (const position of ring) {
    sum += before[0]! * position[1]! - position[0]! * before[1]!;
    before = position;
  }
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
