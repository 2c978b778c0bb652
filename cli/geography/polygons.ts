import { geojsonToGeosGeom, geosGeomToGeojson } from 'geos-wasm/helpers';
import type { Geometry, GeometryCollection, MultiPolygon } from 'geojson';
import {
  geos,
  makeValid,
  scoped as scopedHandles,
  type Handle,
} from '../../server/geometry/geos.ts';
import type { Bounds, Line, Point, Polygon } from './geometry.ts';

/** Polygons or lines in the sense of GeoJSON. */
export type Shape =
  | { readonly kind: 'polygon'; readonly polygons: readonly Polygon[] }
  | { readonly kind: 'line'; readonly lines: readonly Line[] };

/** Copies a shape into GEOS; invalid polygons are repaired first. */
export function toGeos(shape: Shape): Handle {
  const geometry =
    shape.kind === 'polygon'
      ? { type: 'MultiPolygon', coordinates: shape.polygons }
      : { type: 'MultiLineString', coordinates: shape.lines };
  const handle = must(geojsonToGeosGeom(geometry as unknown as Geometry, geos));
  if (shape.kind === 'line' || geos.GEOSisValid(handle) === 1) return handle;
  return replace(handle, makeValid(handle));
}

/** Releases a geometry. */
export function free(handle: Handle): void {
  geos.GEOSGeom_destroy(handle);
}

/** Reads the polygons of a geometry; lines and points in a mixed result are left out. */
export function polygonsOf(handle: Handle): Polygon[] {
  const found: Polygon[] = [];
  visit(geosGeomToGeojson(handle, geos) as Geometry, (geometry) => {
    if (geometry.type === 'Polygon') found.push(geometry.coordinates as unknown as Polygon);
    if (geometry.type === 'MultiPolygon') {
      found.push(...(geometry.coordinates as unknown as Polygon[]));
    }
  });
  return found.filter((rings) => rings.length > 0 && rings[0]!.length > 3);
}

/** Reads the lines of a geometry. */
export function linesOf(handle: Handle): Line[] {
  const found: Line[] = [];
  visit(geosGeomToGeojson(handle, geos) as Geometry, (geometry) => {
    if (geometry.type === 'LineString') found.push(geometry.coordinates as unknown as Line);
    if (geometry.type === 'MultiLineString') {
      found.push(...(geometry.coordinates as unknown as Line[]));
    }
  });
  return found.filter((line) => line.length > 1);
}

/** Returns whether GEOS finds the polygons valid. */
export function isValid(polygons: readonly Polygon[]): boolean {
  const geometry = { type: 'MultiPolygon', coordinates: polygons } as unknown as Geometry;
  const handle = must(geojsonToGeosGeom(geometry, geos));
  const valid = geos.GEOSisValid(handle) === 1;
  free(handle);
  return valid;
}

/**
 * Clips a geometry to a box with a fast, approximate method. The result may be invalid, and must be
 * passed to `snapInto` before use.
 */
export function clip(handle: Handle, [west, south, east, north]: Bounds): Handle | null {
  const cut = geos.GEOSClipByRect(handle, west, south, east, north);
  if (!cut) return null;
  if (geos.GEOSisEmpty(cut) === 1) {
    free(cut);
    return null;
  }
  return cut;
}

/** Clips polygons to a box and snaps them to whole units; the result is valid. */
export function snapInto(handle: Handle, [west, south, east, north]: Bounds): Polygon[] {
  const box = geos.GEOSGeom_createRectangle(west, south, east, north);
  const valid = geos.GEOSisValid(handle) === 1 ? handle : must(makeValid(handle));
  const cut = must(geos.GEOSIntersectionPrec(valid, box, 1));
  const polygons = polygonsOf(cut);
  free(box);
  free(cut);
  if (valid !== handle) free(valid);
  return polygons;
}

/** Combines two sets of polygons; results are snapped to a grid with the spacing `grid`. */
export function combine(
  how: 'intersection' | 'difference' | 'union',
  a: readonly Polygon[],
  b: readonly Polygon[],
  grid: number,
): Polygon[] {
  if (a.length === 0 || b.length === 0)
    return how === 'intersection' ? [] : [...a, ...(how === 'union' ? b : [])];
  const run = {
    intersection: geos.GEOSIntersectionPrec,
    difference: geos.GEOSDifferencePrec,
    union: geos.GEOSUnionPrec,
  }[how];
  return scoped((keep) => {
    const [left, right] = [a, b].map((polygons) => keep(toGeos({ kind: 'polygon', polygons })));
    return polygonsOf(keep(run(left!, right!, grid)));
  });
}

/** Merges polygons that may touch or overlap. */
export function dissolve(polygons: readonly Polygon[], grid: number): Polygon[] {
  if (polygons.length === 0) return [];
  return scoped((keep) => {
    const parts = keep(toGeos({ kind: 'polygon', polygons }));
    return polygonsOf(keep(geos.GEOSUnaryUnionPrec(parts, grid)));
  });
}

/**
 * Removes corners of about `tolerance` from the lines that areas share (Visvalingam and Whyatt), so
 * that the areas still match. The common outline is kept, unless `outline` is true.
 */
export function simplifyShared(
  areas: readonly (readonly Polygon[])[],
  tolerance: number,
  { outline = false } = {},
): Polygon[][] {
  return scoped((keep) => {
    const features = areas.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'MultiPolygon', coordinates },
    }));
    const collection = { type: 'FeatureCollection', features } as unknown as Geometry;
    const coverage = keep(geojsonToGeosGeom(collection, geos));
    const simple = geosGeomToGeojson(
      keep(geos.GEOSCoverageSimplifyVW(coverage, tolerance, outline ? 0 : 1)),
      geos,
    );
    return (simple as GeometryCollection).geometries.map((geometry) =>
      geometry.type === 'Polygon'
        ? [geometry.coordinates as unknown as Polygon]
        : ((geometry as MultiPolygon).coordinates as unknown as Polygon[]),
    );
  });
}

/** Makes polygons from rings that do not cross, by the even-odd rule. */
export function polygonsOfRings(rings: readonly Line[]): Polygon[] {
  return scoped((keep) => {
    const lines = keep(toGeos({ kind: 'line', lines: rings }));
    return polygonsOf(keep(geos.GEOSBuildArea(lines)));
  });
}

/** Expands polygons by a distance with round corners, or shrinks them if it is negative. */
export function buffer(polygons: readonly Polygon[], by: number): Polygon[] {
  return scoped((keep) =>
    polygonsOf(keep(geos.GEOSBuffer(keep(toGeos({ kind: 'polygon', polygons })), by, 4))),
  );
}

/** Returns the areas within a distance of lines, with round corners. */
export function bufferLines(lines: readonly Line[], by: number): Polygon[] {
  if (lines.length === 0) return [];
  return scoped((keep) =>
    polygonsOf(keep(geos.GEOSBuffer(keep(toGeos({ kind: 'line', lines })), by, 4))),
  );
}

/** Returns the corners of the Voronoi cells of points. */
export function voronoiCorners(points: Line): Point[] {
  return scoped((keep) => {
    const sites = keep(toGeos({ kind: 'line', lines: [points] }));
    const edges = geos.GEOSVoronoiDiagram(sites, 0, 0, 1);
    if (!edges) return [];
    const corners = new Map(
      linesOf(keep(edges))
        .flat()
        .map((corner) => [corner.join(), corner]),
    );
    return [...corners.values()];
  });
}

/** Returns the parts of lines outside the polygons (and not on their edges). */
export function linesOutside(lines: readonly Line[], polygons: readonly Polygon[]): Line[] {
  if (lines.length === 0 || polygons.length === 0) return [...lines];
  return scoped((keep) => {
    const left = keep(toGeos({ kind: 'line', lines }));
    const right = keep(toGeos({ kind: 'polygon', polygons }));
    const rest = keep(geos.GEOSDifference(left, right));
    return linesOf(keep(geos.GEOSLineMerge(rest)));
  });
}

/** Returns the parts of lines inside the polygons. */
export function linesInside(lines: readonly Line[], polygons: readonly Polygon[]): Line[] {
  if (lines.length === 0 || polygons.length === 0) return [];
  return scoped((keep) => {
    const left = keep(toGeos({ kind: 'line', lines }));
    const right = keep(toGeos({ kind: 'polygon', polygons }));
    return linesOf(keep(geos.GEOSIntersection(left, right)));
  });
}

/** Returns the parts of lines in a box. */
export function linesWithin(lines: readonly Line[], [west, south, east, north]: Bounds): Line[] {
  return scoped((keep) => {
    const whole = keep(toGeos({ kind: 'line', lines }));
    return linesOf(keep(geos.GEOSClipByRect(whole, west, south, east, north)));
  });
}

/** Splits lines where they meet, removes duplicate parts and joins the rest into long lines. */
export function mergeLines(lines: readonly Line[], grid: number): Line[] {
  return scoped((keep) => {
    const noded = keep(geos.GEOSUnaryUnionPrec(keep(toGeos({ kind: 'line', lines })), grid));
    return linesOf(keep(geos.GEOSLineMerge(noded)));
  });
}

/** Returns the point farthest from the edge of the polygons, to `tolerance`. */
export function innermostPoint(polygons: readonly Polygon[], tolerance: number): Point {
  return scoped((keep) => {
    const handle = keep(toGeos({ kind: 'polygon', polygons }));
    const radius = linesOf(keep(geos.GEOSMaximumInscribedCircle(handle, tolerance)));
    return radius[0]![0]!;
  });
}

function visit(geometry: Geometry, each: (geometry: Geometry) => void): void {
  each(geometry);
  if (geometry.type === 'GeometryCollection') {
    for (const part of geometry.geometries) visit(part, each);
  }
}

function replace(old: Handle, next: Handle): Handle {
  free(old);
  return must(next);
}

function must(handle: Handle): Handle {
  if (!handle) throw new Error('GEOS failed to compute a geometry.');
  return handle;
}

/** Like `scoped` of the server, but throws if GEOS fails. */
function scoped<T>(work: (keep: (handle: Handle) => Handle) => T): T {
  return scopedHandles((keep) => work((handle) => keep(must(handle))));
}
