import type { Bounds } from 'atlas-engine';
import { clipRing } from './clip.ts';
import type { LoosePolygons } from './geos-polygons.ts';
import { geosClip, geosIsValid, geosRepair } from './geos-polygons.ts';
import type { PackedGeometry } from './packed.ts';
import { GridWriter } from './grid-writer.ts';
import { firstRing, orientRings, partStart } from './rings.ts';
import { checkPolygons } from './validity.ts';

/** Number of polygons that took the slow path in this thread, for benchmarks. */
export const tilePolygonCounts = { all: 0, slow: 0, dropped: 0 };

/**
 * Clips projected polygons to the box of a tile and snaps them to its grid. Returns valid polygons
 * with shells that turn right on the screen (MVT 2.1), or null when no area is left.
 *
 * The fast path clips, rounds and cleans each ring separately and tests the result. If the result is
 * invalid, GEOS clips and snaps the whole geometry and preserves its topology.
 */
export function polygonsOnGrid(polygons: LoosePolygons, box: Bounds): PackedGeometry | null {
  tilePolygonCounts.all++;
  const quick = clipAndRound(polygons, box);
  if (quick === null) return null;
  if (checkPolygons(quick) === 'valid') return orientRings(quick);
  tilePolygonCounts.slow++;
  let careful = geosClip(polygons, box);
  if (careful !== null && !isValidOnGrid(careful)) careful = geosRepair(careful);
  if (careful === null) return null;
  if (isValidOnGrid(careful)) return orientRings(careful);
  // No known input gets here, but an invalid polygon must not reach a map.
  tilePolygonCounts.dropped++;
  return null;
}

function isValidOnGrid(polygons: PackedGeometry): boolean {
  const validity = checkPolygons(polygons);
  return validity === 'touching' ? geosIsValid(polygons) : validity === 'valid';
}

const writer = new GridWriter();

function clipAndRound(
  { coords, ends, polygons }: LoosePolygons,
  box: Bounds,
): PackedGeometry | null {
  // The previous polygon may have run out of time before it was finished.
  writer.clear();
  for (let p = 0; p < polygons.length; p++) {
    const shell = firstRing(polygons, p);
    const before = writer.rings;
    for (let ring = shell; ring < polygons[p]!; ring++) {
      addRing(coords, partStart(ends, ring), ends[ring]!, box);
      if (writer.rings === before) break;
    }
    if (writer.rings > before) writer.endPolygon();
  }
  return writer.take();
}

function addRing(coords: LoosePolygons['coords'], start: number, end: number, box: Bounds): void {
  const [minx, miny, maxx, maxy] = box;
  let west = Infinity;
  let east = -Infinity;
  let north = Infinity;
  let south = -Infinity;
  for (let i = 2 * start; i < 2 * end; i += 2) {
    const x = coords[i]!;
    const y = coords[i + 1]!;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  if (west > maxx || east < minx || north > maxy || south < miny) return;
  const isInside = west >= minx && east <= maxx && north >= miny && south <= maxy;
  const ring = coords.subarray(2 * start, 2 * end);
  const clipped = isInside ? ring : clipRing(ring, box);
  for (let i = 0; i < clipped.length; i += 2) {
    writer.addVertex(Math.round(clipped[i]!), Math.round(clipped[i + 1]!));
  }
  writer.endRing();
}
