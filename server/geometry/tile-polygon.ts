import { clipRing } from './clip.ts';
import type { Box, LoosePolygons } from './geos.ts';
import { geosClip, geosIsValid, geosRepair } from './geos.ts';
import type { PackedGeometry } from './packed.ts';
import { GeometryBuilder, firstRing, orientRings, partStart } from './rings.ts';
import { checkPolygons } from './validity.ts';

/** How many polygons took the slow way, for benchmarks; counts up in this thread. */
export const tilePolygonCounts = { all: 0, slow: 0, dropped: 0 };

/**
 * Cuts projected polygons to the box of a tile and snaps them to its grid, as valid polygons with
 * shells turning right on the screen (MVT 2.1); null when no area is left.
 *
 * The fast way cuts, rounds and cleans each ring by itself and tests the outcome; where that made
 * an invalid polygon, GEOS cuts and snaps the whole with its topology kept.
 */
export function polygonsOnGrid(polygons: LoosePolygons, box: Box): PackedGeometry | null {
  tilePolygonCounts.all++;
  const quick = clipAndRound(polygons, box);
  if (quick === null) return null;
  if (checkPolygons(quick) === 'valid') return orientRings(quick);
  tilePolygonCounts.slow++;
  let careful = geosClip(polygons, box);
  if (careful !== null && !isValidOnGrid(careful)) careful = geosRepair(careful);
  if (careful === null) return null;
  if (isValidOnGrid(careful)) return orientRings(careful);
  // Nothing is known to come here; an invalid polygon must not reach a map if something does.
  tilePolygonCounts.dropped++;
  return null;
}

function isValidOnGrid(polygons: PackedGeometry): boolean {
  const validity = checkPolygons(polygons);
  return validity === 'touching' ? geosIsValid(polygons) : validity === 'valid';
}

function clipAndRound({ coords, ends, polygons }: LoosePolygons, box: Box): PackedGeometry | null {
  const builder = new GeometryBuilder();
  for (let p = 0; p < polygons.length; p++) {
    const shell = firstRing(polygons, p);
    const before = builder.parts;
    for (let ring = shell; ring < polygons[p]!; ring++) {
      addRing(coords, partStart(ends, ring), ends[ring]!, box, builder);
      if (builder.parts === before) break;
    }
    if (builder.parts > before) builder.endPolygon();
  }
  return builder.build('polygon');
}

function addRing(
  coords: ArrayLike<number>,
  start: number,
  end: number,
  box: Box,
  builder: GeometryBuilder,
): void {
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
  const ring: number[] = [];
  for (let i = 2 * start; i < 2 * end; i++) ring.push(coords[i]!);
  const cleaned = roundRing(isInside ? ring : clipRing(ring, box));
  for (let i = 0; i < cleaned.length; i += 2) builder.addVertex(cleaned[i]!, cleaned[i + 1]!);
  if (cleaned.length > 0) builder.endPart();
}

/**
 * Rounds a ring to the grid and drops repeated vertices, spikes and vertices on a straight line,
 * which changes no area; returns no vertex when none is left.
 */
function roundRing(ring: readonly number[]): number[] {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    pushCorner(kept, Math.round(ring[i]!), Math.round(ring[i + 1]!));
  }
  // The seam between last and first vertex needs the same care, until nothing changes.
  let from = 0;
  for (;;) {
    const n = kept.length;
    if (n - from < 6) return [];
    if (isStraight(kept, n - 4, n - 2, from)) kept.length = n - 2;
    else if (isStraight(kept, n - 2, from, from + 2)) from += 2;
    else return from === 0 ? kept : kept.slice(from);
  }
}

function pushCorner(kept: number[], x: number, y: number): void {
  kept.push(x, y);
  for (let n = kept.length; n >= 4; n = kept.length) {
    if (kept[n - 4] === x && kept[n - 3] === y) kept.length = n - 2;
    else if (n >= 6 && isStraight(kept, n - 6, n - 4, n - 2)) {
      kept.length = n - 4;
      kept.push(x, y);
    } else return;
  }
}

/** Tells whether b is needless between a and c: on one line with them, or the same point as one. */
function isStraight(points: readonly number[], a: number, b: number, c: number): boolean {
  const bx = points[b]!;
  const by = points[b + 1]!;
  return (bx - points[a]!) * (points[c + 1]! - by) === (by - points[a + 1]!) * (points[c]! - bx);
}
