import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import initGeos from 'geos-wasm';
import { geojsonToGeosGeom } from 'geos-wasm/helpers';

const geos = await initGeos({ noticeHandler: () => {}, errorHandler: () => {} });

export type Areas = Feature<Polygon | MultiPolygon>[];

/** Returns the polygons of a geometry as lists of rings. */
export function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/**
 * Returns whether GEOS finds a polygon valid: it does not cross itself, its holes are inside, and
 * its parts do not overlap.
 */
export function geosFindsValid(geometry: Polygon | MultiPolygon): boolean {
  const pointer = geojsonToGeosGeom(geometry, geos);
  const valid = geos.GEOSisValid(pointer) === 1;
  geos.GEOSGeom_destroy(pointer);
  return valid;
}

/**
 * Returns the violations of RFC 7946 in the rings of a polygon: not closed, too short, or wound in
 * the wrong direction.
 */
export function ringFaults(geometry: Polygon | MultiPolygon): string[] {
  return polygonsOf(geometry).flatMap((rings) =>
    rings.flatMap((ring, number) => {
      const faults: string[] = [];
      if (ring.length < 4) faults.push('fewer than four positions');
      if (String(ring[0]) !== String(ring.at(-1))) faults.push('not closed');
      if (signedArea(ring) > 0 !== (number === 0)) faults.push('wound the wrong way');
      return faults;
    }),
  );
}

export function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    sum += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
  }
  return sum / 2;
}

/**
 * Returns the edges that belong to only one area. Edges that two areas share in opposite directions
 * are left out. Throws for an edge that two areas have in the same direction, because these areas
 * overlap.
 */
export function openEdges(areas: readonly (Polygon | MultiPolygon)[]): Map<string, string> {
  const edges = new Map<string, string>();
  for (const area of areas) {
    for (const ring of polygonsOf(area).flat()) {
      for (let i = 1; i < ring.length; i++) {
        const edge = `${String(ring[i - 1])} ${String(ring[i])}`;
        if (edges.has(edge)) throw new Error(`Two areas overlap at ${edge}.`);
        edges.set(edge, String(ring[i]));
      }
    }
  }
  const open = new Map<string, string>();
  for (const edge of edges.keys()) {
    const [from, to] = edge.split(' ') as [string, string];
    if (!edges.has(`${to} ${from}`)) open.set(from, to);
  }
  return open;
}

/** Returns the number of closed rings that directed edges form. */
export function countRings(next: ReadonlyMap<string, string>): number {
  const left = new Map(next);
  let rings = 0;
  for (const start of next.keys()) {
    if (!left.has(start)) continue;
    let at: string | undefined = start;
    while (at !== undefined && left.has(at)) {
      const following: string | undefined = left.get(at);
      left.delete(at);
      at = following;
    }
    rings++;
  }
  return rings;
}

/**
 * Returns whether a geometry contains a place, by the even-odd rule. It tests each edge and does
 * not use the index of the generators.
 */
export function holds(geometry: Polygon | MultiPolygon, [lng, lat]: Position): boolean {
  let inside = false;
  for (const ring of polygonsOf(geometry).flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [from, to] = [ring[i - 1]!, ring[i]!];
      if (from[1]! > lat! === to[1]! > lat!) continue;
      const share = (lat! - from[1]!) / (to[1]! - from[1]!);
      if (from[0]! + share * (to[0]! - from[0]!) > lng!) inside = !inside;
    }
  }
  return inside;
}

/** Returns the distance on the sphere in kilometres (haversine formula). */
export function sphereKm(from: Position, to: Position): number {
  const rad = Math.PI / 180;
  const dLat = (to[1]! - from[1]!) * rad;
  const dLng = (to[0]! - from[0]!) * rad;
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(from[1]! * rad) * Math.cos(to[1]! * rad) * Math.sin(dLng / 2) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.sqrt(h));
}

/** Returns the coefficient of variation: the standard deviation divided by the mean. */
export function variation(values: readonly number[]): number {
  const mean = meanOf(values);
  const square = meanOf(values.map((value) => (value - mean) ** 2));
  return Math.sqrt(square) / mean;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Returns the pairs of areas, given by their numbers, that share an edge. The areas must not
 * overlap.
 */
export function neighboursOf(areas: readonly (Polygon | MultiPolygon)[]): [number, number][] {
  const owners = new Map<string, number>();
  const pairs = new Map<string, [number, number]>();
  areas.forEach((area, number) => {
    for (const ring of polygonsOf(area).flat()) {
      for (let i = 1; i < ring.length; i++) {
        owners.set(`${String(ring[i - 1])} ${String(ring[i])}`, number);
        const other = owners.get(`${String(ring[i])} ${String(ring[i - 1])}`);
        if (other !== undefined && other !== number)
          pairs.set(`${other} ${number}`, [other, number]);
      }
    }
  });
  return [...pairs.values()];
}

/**
 * Returns Moran's I of values, given the pairs of neighbours: 1 if neighbours are equal, 0 for
 * random values.
 */
export function moranOf(
  values: readonly number[],
  pairs: readonly (readonly [number, number])[],
): number {
  const mean = meanOf(values);
  const off = values.map((value) => value - mean);
  const together = meanOf(pairs.map(([one, other]) => off[one]! * off[other]!));
  return together / meanOf(off.map((value) => value * value));
}

/** Returns Spearman's rank correlation of pairs. Equal values have the mean of their ranks. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const ranksOf = (values: readonly number[]): number[] => {
    const sorted = [...values].sort((one, other) => one - other);
    const first = new Map<number, number>();
    const last = new Map<number, number>();
    sorted.forEach((value, i) => {
      if (!first.has(value)) first.set(value, i);
      last.set(value, i);
    });
    return values.map((value) => (first.get(value)! + last.get(value)!) / 2);
  };
  const [one, other] = [0, 1].map((side) => ranksOf(pairs.map((pair) => pair[side]!)));
  const [a, b] = [meanOf(one!), meanOf(other!)];
  const covariance = meanOf(one!.map((rank, i) => (rank - a) * (other![i]! - b)));
  return covariance / (variation(one!) * a * variation(other!) * b);
}
