import { allocateInt32 } from './arrays.ts';
import { side } from './orientation.ts';
import type { GeometryKind, PackedGeometry } from './packed.ts';

/** Collects vertices, parts and polygons in order and builds a packed geometry. */
export class GeometryBuilder {
  readonly #coords: number[] = [];
  readonly #ends: number[] = [];
  readonly #polygons: number[] = [];

  /** Number of finished parts. */
  get parts(): number {
    return this.#ends.length;
  }

  addVertex(x: number, y: number): void {
    this.#coords.push(x, y);
  }

  endPart(): void {
    this.#ends.push(this.#coords.length >> 1);
  }

  /** Puts all points of a point geometry in one part. */
  endPoints(): void {
    this.#ends[0] = this.#coords.length >> 1;
  }

  endPolygon(): void {
    this.#polygons.push(this.#ends.length);
  }

  /** Packs the collected vertices; null when there are none. */
  build(kind: GeometryKind): PackedGeometry | null {
    if (this.#coords.length === 0) return null;
    return {
      kind,
      coords: new Int32Array(this.#coords),
      ends: new Uint32Array(this.#ends),
      polygons: new Uint32Array(this.#polygons),
    };
  }
}

/** Returns the index of the first vertex of a part. */
export function partStart(ends: Uint32Array, part: number): number {
  return part === 0 ? 0 : ends[part - 1]!;
}

/** Returns the index of the first ring of a polygon. */
export function firstRing(polygons: Uint32Array, polygon: number): number {
  return polygon === 0 ? 0 : polygons[polygon - 1]!;
}

/** Returns one of the polygons of a geometry, with its holes; the coordinates are shared. */
export function polygonAt<Coords extends Int32Array | Float64Array>(
  { coords, ends, polygons }: PolygonsOf<Coords>,
  polygon: number,
): PolygonsOf<Coords> {
  const from = firstRing(polygons, polygon);
  const to = polygons[polygon]!;
  const start = partStart(ends, from);
  return {
    coords: coords.subarray(2 * start, 2 * ends[to - 1]!) as Coords,
    ends: ends.subarray(from, to).map((end) => end - start),
    polygons: Uint32Array.of(to - from),
  };
}

/** Polygons with coordinates of a type; otherwise the same as `PackedGeometry`. */
export interface PolygonsOf<Coords> {
  readonly coords: Coords;
  readonly ends: Uint32Array;
  readonly polygons: Uint32Array;
}

/**
 * Returns the same polygons with shells turning left and holes turning right (x right, y up), as in
 * RFC 7946. On a tile's grid, where y points down, this is the order of MVT 2.1. The first vertex of
 * each ring is kept. Exact for simple rings.
 */
export function orientRings(geometry: PackedGeometry): PackedGeometry {
  const { ends, polygons } = geometry;
  let coords = geometry.coords;
  let polygon = 0;
  for (let ring = 0; ring < ends.length; ring++) {
    while (ring >= polygons[polygon]!) polygon++;
    const isShell = ring === firstRing(polygons, polygon);
    const start = partStart(ends, ring);
    const end = ends[ring]!;
    if (turnsLeft(coords, start, end) === isShell) continue;
    if (coords === geometry.coords) coords = copyOf(coords);
    reverse(coords, start + 1, end);
  }
  return coords === geometry.coords ? geometry : { ...geometry, coords };
}

/** Returns twice the signed area of a ring, positive when it turns left; rounded, not exact. */
export function doubleArea(coords: ArrayLike<number>, start: number, end: number): number {
  const ox = coords[2 * start]!;
  const oy = coords[2 * start + 1]!;
  let sum = 0;
  let px = 0;
  let py = 0;
  for (let v = start + 1; v < end; v++) {
    const x = coords[2 * v]! - ox;
    const y = coords[2 * v + 1]! - oy;
    sum += px * y - x * py;
    px = x;
    py = y;
  }
  return sum;
}

/**
 * Returns whether a ring turns left. The turn at the lowest of the westernmost vertices gives the
 * direction of a simple ring.
 */
function turnsLeft(coords: Int32Array, start: number, end: number): boolean {
  let at = start;
  for (let v = start + 1; v < end; v++) {
    const dx = coords[2 * v]! - coords[2 * at]!;
    if (dx < 0 || (dx === 0 && coords[2 * v + 1]! < coords[2 * at + 1]!)) at = v;
  }
  const before = at === start ? end - 1 : at - 1;
  const after = at + 1 === end ? start : at + 1;
  return (
    side(
      coords[2 * before]!,
      coords[2 * before + 1]!,
      coords[2 * at]!,
      coords[2 * at + 1]!,
      coords[2 * after]!,
      coords[2 * after + 1]!,
    ) > 0
  );
}

function copyOf(coords: Int32Array): Int32Array {
  const copy = allocateInt32(coords.length);
  copy.set(coords);
  return copy;
}

function reverse(coords: Int32Array, from: number, to: number): void {
  for (let i = from, j = to - 1; i < j; i++, j--) {
    const x = coords[2 * i]!;
    const y = coords[2 * i + 1]!;
    coords[2 * i] = coords[2 * j]!;
    coords[2 * i + 1] = coords[2 * j + 1]!;
    coords[2 * j] = x;
    coords[2 * j + 1] = y;
  }
}
