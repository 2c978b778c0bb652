/** Measures the parts of polygons inside an area: each part, and the land that they cover together. */
import { geodesicArea } from './area.ts';
import { checkTime } from './deadline.ts';
import { geos, makeValid, type Handle } from './geos.ts';
import { fromGeos, toGeos, withPointers } from './geos-polygons.ts';
import { isInside } from './inside.ts';
import type { PreparedQuery } from './intersects.ts';
import { boundsOf, type PackedGeometry } from './packed.ts';

const COLLECTION = 7;

/** Number of parts that GEOS unites in one call, which cannot be interrupted. */
const PARTS_PER_UNION = 256;

/** A part of a feature inside the area. */
interface Part {
  readonly handle: Handle;
  /** Twice the middle of its bounds. */
  readonly x: number;
  readonly y: number;
}

/**
 * Collects the parts of features inside a query. `close` frees the memory of GEOS. The methods throw
 * `DeadlineExceeded`.
 */
export class AreaInside {
  readonly #query: PreparedQuery;
  readonly #handle: Handle;
  readonly #parts: Part[] = [];

  constructor(query: PreparedQuery) {
    this.#query = query;
    this.#handle = toGeos(query.geometry);
  }

  /**
   * Adds polygons that touch the query. Returns the area of their part inside it, in m². A feature
   * that is wholly inside has the area `whole`; any other is cut on the plane of degrees, and the
   * part is measured with geodesic edges.
   */
  add(polygons: PackedGeometry, whole: number): number {
    const handle = toGeos(polygons);
    if (isInside(this.#query, polygons)) {
      this.#keep(handle, polygons);
      return whole;
    }
    checkTime();
    const cut = this.#cut(handle);
    geos.GEOSGeom_destroy(handle);
    const part = fromGeos(cut);
    if (part === null) {
      if (cut) geos.GEOSGeom_destroy(cut);
      return 0;
    }
    this.#keep(cut, part);
    return geodesicArea(part);
  }

  /** Returns the area in m² that the parts cover; land that several cover counts once. */
  union(): number {
    const parts = this.#parts.splice(0);
    if (parts.length === 0) return 0;
    const united = unite(parts);
    const polygons = fromGeos(united);
    geos.GEOSGeom_destroy(united);
    return polygons === null ? 0 : geodesicArea(polygons);
  }

  close(): void {
    for (const { handle } of this.#parts.splice(0)) geos.GEOSGeom_destroy(handle);
    geos.GEOSGeom_destroy(this.#handle);
  }

  #cut(handle: Handle): Handle {
    const cut = geos.GEOSIntersection(handle, this.#handle);
    if (cut) return cut;
    const valid = makeValid(handle);
    const again = valid && geos.GEOSIntersection(valid, this.#handle);
    if (valid) geos.GEOSGeom_destroy(valid);
    return again;
  }

  #keep(handle: Handle, part: PackedGeometry): void {
    const [west, south, east, north] = boundsOf(part);
    this.#parts.push({ handle, x: west + east, y: south + north });
  }
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
