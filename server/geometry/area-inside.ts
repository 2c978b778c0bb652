/** Measures polygons inside an area: the part of each, and the land that they cover together. */
import type { Bounds } from 'atlas-engine';
import { geodesicArea } from './area.ts';
import { checkTime, DeadlineExceeded, tick } from './deadline.ts';
import { geos, makeValid, scoped, type Handle } from './geos.ts';
import { fromGeos, toGeos, withPointers } from './geos-polygons.ts';
import { isInside } from './inside.ts';
import type { PreparedQuery } from './intersects.ts';
import { sharedLand } from './shared-land.ts';
import { boundsOf, vertexCount, type PackedGeometry } from './packed.ts';

const COLLECTION = 7;

/** Number of parts that GEOS unites in one call, which cannot be interrupted. */
const PARTS_PER_UNION = 256;

/**
 * Maximum number of vertices of two polygons in their common bounds. GEOS cannot be interrupted: it took
 * 13 s for two ragged outlines with half of them each.
 */
const MAX_COMMON_VERTICES = 1_000_000;

/** Maximum number of vertices of all features, which take about 50 bytes each. */
export const MAX_VERTICES = 10_000_000;

/**
 * Longest edge, in units, that may be measured on the equal-area projection: 0.2 degrees, about 22 km.
 * The area between a straight line there and one in degrees is below 0.001 % of a square with such
 * edges.
 */
const LONGEST_EDGE = 2e6;

/** A feature at the edge of the area, or with long edges. */
interface Part {
  readonly polygons: PackedGeometry;
  readonly handle: Handle;
  /** Sum of the minimum and maximum of its bounds: twice their centre. */
  readonly x: number;
  readonly y: number;
}

/**
 * Collects features with land inside a query. `close` frees the memory of GEOS. The methods throw
 * `DeadlineExceeded`.
 */
export class AreaInside {
  readonly #query: PreparedQuery;
  readonly #mostCommon: number;
  readonly #handle: Handle;
  /** Features that are wholly inside and have short edges, and their area in m². */
  readonly #inner: PackedGeometry[] = [];
  #innerArea = 0;
  #vertices = 0;
  readonly #parts: Part[] = [];

  /** `mostCommon` replaces `MAX_COMMON_VERTICES`, for tests. */
  constructor(query: PreparedQuery, mostCommon = MAX_COMMON_VERTICES) {
    this.#mostCommon = mostCommon;
    this.#query = query;
    this.#handle = toGeos(query.geometry);
  }

  /**
   * Adds polygons that touch the query. Returns the area of their part inside it, in m². A feature
   * that is wholly inside has the area `whole`; any other is clipped on the plane of degrees, and the
   * part is measured with edges that are straight in degrees.
   */
  add(polygons: PackedGeometry, whole: number): number {
    this.#vertices += vertexCount(polygons);
    if (this.#vertices > MAX_VERTICES) throw new DeadlineExceeded();
    if (isInside(this.#query, polygons)) {
      if (longestEdge(polygons) > LONGEST_EDGE) this.#keep(toGeos(polygons), polygons);
      else {
        this.#inner.push(polygons);
        this.#innerArea += whole;
      }
      return whole;
    }
    checkTime();
    this.#boundCommon(polygons);
    const handle = toGeos(polygons);
    let part: PackedGeometry | null = null;
    try {
      part = polygonsIn(this.#clip(handle));
    } finally {
      if (part === null) geos.GEOSGeom_destroy(handle);
    }
    if (part === null) return 0;
    this.#keep(handle, polygons);
    return geodesicArea(part);
  }

  /**
   * Returns the area in m² that the features cover inside the query; land that several cover counts
   * once. Features at its edge are united before they are clipped: otherwise rounding would decide whether
   * the end of a clipped edge is a corner of the union, and a long edge with a corner has another geodesic
   * area. The others are most of the features, so they are only measured, without the land that they
   * share.
   */
  union(): number {
    const parts = this.#parts.splice(0);
    const outer = parts.map(({ polygons }) => polygons);
    const land = this.#land(parts);
    return land + this.#innerArea - sharedLand(this.#inner, outer);
  }

  close(): void {
    for (const { handle } of this.#parts.splice(0)) geos.GEOSGeom_destroy(handle);
    geos.GEOSGeom_destroy(this.#handle);
  }

  #boundCommon(polygons: PackedGeometry): void {
    const area = this.#query.geometry;
    const isSmall = vertexCount(polygons) + vertexCount(area) <= this.#mostCommon;
    if (isSmall) return;
    const common = commonBounds(boundsOf(polygons), boundsOf(area));
    const count = verticesIn(common, polygons) + verticesIn(common, area);
    if (count > this.#mostCommon) throw new DeadlineExceeded();
  }

  #clip(handle: Handle): Handle {
    const part = geos.GEOSIntersection(handle, this.#handle);
    if (part) return part;
    return scoped((keep) => {
      const valid = keep(makeValid(handle));
      const again = valid && geos.GEOSIntersection(valid, this.#handle);
      // The memory of GEOS is full, so the area is unknown.
      if (!again) throw new DeadlineExceeded();
      return again;
    });
  }

  /** Returns the area in m² that features cover together inside the query, and frees them. */
  #land(parts: Part[]): number {
    if (parts.length === 0) return 0;
    return scoped((keep) => {
      const united = keep(unite(parts));
      checkTime();
      const inside = polygonsIn(this.#clip(united));
      return inside === null ? 0 : geodesicArea(inside);
    });
  }

  #keep(handle: Handle, polygons: PackedGeometry): void {
    const [west, south, east, north] = boundsOf(polygons);
    this.#parts.push({ polygons, handle, x: west + east, y: south + north });
  }
}

function commonBounds(one: Bounds, other: Bounds): Bounds {
  const [west, south, east, north] = one;
  return [
    Math.max(west, other[0]),
    Math.max(south, other[1]),
    Math.min(east, other[2]),
    Math.min(north, other[3]),
  ];
}

/** Counts the vertices inside bounds, edge included. Throws `DeadlineExceeded`. */
function verticesIn([west, south, east, north]: Bounds, { coords }: PackedGeometry): number {
  let count = 0;
  for (let v = 0; v < coords.length; v += 2) {
    const [x, y] = [coords[v]!, coords[v + 1]!];
    if (x >= west && x <= east && y >= south && y <= north) count += 1;
  }
  tick(coords.length >> 1);
  return count;
}

/** Returns the longest edge along an axis, in units. */
function longestEdge({ coords, ends }: PackedGeometry): number {
  let longest = 0;
  let start = 0;
  for (const end of ends) {
    for (let v = start, before = end - 1; v < end; before = v++) {
      const width = Math.abs(coords[2 * v]! - coords[2 * before]!);
      const height = Math.abs(coords[2 * v + 1]! - coords[2 * before + 1]!);
      longest = Math.max(longest, width, height);
    }
    start = end;
  }
  return longest;
}

/** Returns the polygons of a geometry, or null if it has none, and frees the geometry. */
function polygonsIn(handle: Handle): PackedGeometry | null {
  const polygons = fromGeos(handle);
  geos.GEOSGeom_destroy(handle);
  return polygons;
}

/** Unites parts, neighbours first, and frees them. */
function unite(parts: Part[]): Handle {
  if (parts.length <= PARTS_PER_UNION) {
    checkTime();
    const list = parts.map(({ handle }) => handle);
    return replaced(
      withPointers(list, (pointers) =>
        geos.GEOSGeom_createCollection(COLLECTION, pointers, list.length),
      ),
    );
  }
  const axis = spread(parts, 'x') > spread(parts, 'y') ? 'x' : 'y';
  parts.sort((a, b) => a[axis] - b[axis]);
  const middle = parts.length >> 1;
  const halves = [unite(parts.slice(0, middle)), unite(parts.slice(middle))];
  checkTime();
  return replaced(
    withPointers(halves, (pointers) => geos.GEOSGeom_createCollection(COLLECTION, pointers, 2)),
  );
}

/** Unites the members of a collection, which is freed. Throws when GEOS fails. */
function replaced(collection: Handle): Handle {
  const united = geos.GEOSUnaryUnion(collection);
  geos.GEOSGeom_destroy(collection);
  if (!united) throw new Error('GEOS could not unite the parts of an analysis');
  return united;
}

function spread(parts: readonly Part[], axis: 'x' | 'y'): number {
  let least = Infinity;
  let most = -Infinity;
  for (const part of parts) {
    least = Math.min(least, part[axis]);
    most = Math.max(most, part[axis]);
  }
  return most - least;
}
