/** The three kinds of geometry the server keeps; a feature may have many parts of its kind. */
export type GeometryKind = 'point' | 'line' | 'polygon';

/**
 * A geometry in whole units, without one object per vertex.
 *
 * On disk and in queries a unit is 1e-7 degree (x east, y north); inside a tile it is one step of
 * the tile's grid (x right, y down). Rings are stored open: the closing edge is implied, so a ring
 * that is not closed cannot be written down. Shells are counter-clockwise on the map and holes
 * clockwise (RFC 7946) once `normalise` has passed.
 */
export interface PackedGeometry {
  readonly kind: GeometryKind;
  /** x, y, x, y … */
  readonly coords: Int32Array;
  /** For each part (all points together, a line, a ring) the index of the vertex after its last. */
  readonly ends: Uint32Array;
  /** For each polygon the index in `ends` after its last ring, shell first; empty for other kinds. */
  readonly polygons: Uint32Array;
}

/** `[west, south, east, north]` in the units of the geometry it was taken from. */
export type PackedBounds = readonly [number, number, number, number];

/** Units in one degree. */
export const UNITS_PER_DEGREE = 1e7;

const KIND_CODES: Readonly<Record<GeometryKind, number>> = { point: 1, line: 2, polygon: 3 };
const KINDS: readonly (GeometryKind | undefined)[] = [undefined, 'point', 'line', 'polygon'];
const MAX_VARINT_BYTES = 5;

/** Returns the number of vertices, the implied closing ones not counted. */
export function vertexCount(geometry: PackedGeometry): number {
  return geometry.coords.length >> 1;
}

/** Returns the smallest box around all vertices; throws a `RangeError` on a geometry without any. */
export function boundsOf(geometry: PackedGeometry): PackedBounds {
  const { coords } = geometry;
  if (coords.length === 0) throw new RangeError('an empty geometry has no bounds');
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (let i = 0; i < coords.length; i += 2) {
    const x = coords[i]!;
    const y = coords[i + 1]!;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

/**
 * Writes a geometry as one blob: kind, numbers of polygons, rings and vertices, then the zig-zag
 * deltas of all coordinates as varints. Equal geometries give equal bytes.
 */
export function encodeGeometry(geometry: PackedGeometry): Uint8Array {
  const { coords, ends, polygons } = geometry;
  const bytes = new Uint8Array(
    1 + MAX_VARINT_BYTES * (2 + polygons.length + ends.length + coords.length),
  );
  bytes[0] = KIND_CODES[geometry.kind];
  let at = 1;
  const write = (value: number): void => {
    let rest = value;
    while (rest > 0x7f) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
  };
  const writeSteps = (list: Uint32Array): void => {
    write(list.length);
    let previous = 0;
    for (const end of list) {
      write(end - previous);
      previous = end;
    }
  };
  if (geometry.kind === 'polygon') writeSteps(polygons);
  writeSteps(ends);
  let x = 0;
  let y = 0;
  for (let i = 0; i < coords.length; i += 2) {
    // A step across the whole world needs 33 bits; it wraps here and wraps back in decodeGeometry.
    const dx = (coords[i]! - x) | 0;
    const dy = (coords[i + 1]! - y) | 0;
    write(((dx << 1) ^ (dx >> 31)) >>> 0);
    write(((dy << 1) ^ (dy >> 31)) >>> 0);
    x = coords[i]!;
    y = coords[i + 1]!;
  }
  return bytes.slice(0, at);
}

/** Reads what `encodeGeometry` wrote; throws a `RangeError` when the blob is cut, padded or not one. */
export function decodeGeometry(blob: Uint8Array): PackedGeometry {
  const kind = KINDS[blob[0] ?? 0];
  if (kind === undefined) throw new RangeError('the blob has no known geometry kind');
  const length = blob.length;
  let at = 1;
  const read = (): number => {
    let byte = blob[at++]!;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
      byte = blob[at++]!;
      value |= (byte & 0x7f) << shift;
    }
    return value >>> 0;
  };
  const readSteps = (): Uint32Array => {
    const count = read();
    if (count > length) throw new RangeError('the blob of a geometry is cut');
    const list = new Uint32Array(count);
    let end = 0;
    for (let i = 0; i < count; i++) list[i] = end += read();
    return list;
  };
  const polygons = kind === 'polygon' ? readSteps() : new Uint32Array(0);
  const ends = readSteps();
  const size = 2 * (ends[ends.length - 1] ?? 0);
  if (size > length) throw new RangeError('the blob of a geometry is cut');
  const coords = new Int32Array(size);
  let x = 0;
  let y = 0;
  for (let i = 0; i < size; i += 2) {
    const zx = read();
    const zy = read();
    x = (x + ((zx >>> 1) ^ -(zx & 1))) | 0;
    y = (y + ((zy >>> 1) ^ -(zy & 1))) | 0;
    coords[i] = x;
    coords[i + 1] = y;
  }
  if (at !== length) throw new RangeError('the blob of a geometry has the wrong length');
  return { kind, coords, ends, polygons };
}
