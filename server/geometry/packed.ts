import type { Bounds } from 'atlas-engine';
import { allocateInt32 } from './arrays.ts';
import { tick } from './deadline.ts';

/** The kinds of geometry the server stores; a feature may have many parts of its kind. */
export type GeometryKind = 'point' | 'line' | 'polygon';

/**
 * A geometry in whole units, stored in typed arrays.
 *
 * On disk and in queries a unit is 1e-7 degree (x east, y north); inside a tile it is one step of
 * the tile's grid (x right, y down). Rings are stored open; the closing edge is implied. After
 * `normalise`, shells are counter-clockwise on the map and holes clockwise (RFC 7946).
 */
export interface PackedGeometry {
  readonly kind: GeometryKind;
  /** The coordinates of all vertices: x, y, x, y and so on. */
  readonly coords: Int32Array;
  /**
   * For each part, the index after its last vertex. A part is a line, a ring, or all points
   * together.
   */
  readonly ends: Uint32Array;
  /**
   * For each polygon, the index in `ends` after its last ring; the shell comes first. Empty for
   * other kinds.
   */
  readonly polygons: Uint32Array;
}

/** Number of units in one degree. */
export const UNITS_PER_DEGREE = 1e7;

const KIND_CODES: Readonly<Record<GeometryKind, number>> = { point: 1, line: 2, polygon: 3 };
const KINDS: readonly (GeometryKind | undefined)[] = [undefined, 'point', 'line', 'polygon'];
const MAX_VARINT_BYTES = 5;

/** Returns the number of vertices, without the implied closing ones. */
export function vertexCount(geometry: PackedGeometry): number {
  return geometry.coords.length >> 1;
}

/** Returns the bounding box; throws a `RangeError` for a geometry without vertices. */
export function boundsOf(geometry: PackedGeometry): Bounds {
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
 * Encodes a geometry as a blob: kind, numbers of polygons, rings and vertices, then the zigzag
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

/**
 * Decodes a blob of `encodeGeometry`; throws a `RangeError` when it is truncated, padded or invalid.
 * The arrays are views of larger buffers: send blobs, not packed geometries, between threads.
 */
export function decodeGeometry(blob: Uint8Array): PackedGeometry {
  const cursor: Cursor = { blob, at: 0 };
  const geometry = readGeometry(cursor);
  if (cursor.at !== blob.length) {
    throw new RangeError('the blob of a geometry has the wrong length');
  }
  return geometry;
}

/** Decodes the blobs of several geometries in sequence; throws as `decodeGeometry`. */
export function* decodeGeometries(blob: Uint8Array): Generator<PackedGeometry> {
  const cursor: Cursor = { blob, at: 0 };
  while (cursor.at < blob.length) yield readGeometry(cursor);
}

interface Cursor {
  readonly blob: Uint8Array;
  at: number;
}

function readGeometry(cursor: Cursor): PackedGeometry {
  const kind = KINDS[cursor.blob[cursor.at++] ?? 0];
  if (kind === undefined) throw new RangeError('the blob has no known geometry kind');
  const polygons = kind === 'polygon' ? readSteps(cursor) : NONE;
  const ends = readSteps(cursor);
  if (kind === 'polygon' && (polygons.at(-1) ?? 0) !== ends.length) {
    throw new RangeError('the blob of a geometry has a wrong number of rings');
  }
  const size = 2 * (ends.length === 0 ? 0 : ends[ends.length - 1]!);
  return { kind, coords: readCoords(cursor, size), ends, polygons };
}

const NONE = new Uint32Array(0);
/** Shared by all geometries with one polygon and one ring, to save memory. */
const ONE = Uint32Array.of(1);

function readSteps(cursor: Cursor): Uint32Array {
  const count = readVarint(cursor);
  if (count > cursor.blob.length) throw new RangeError('the blob of a geometry is truncated');
  const first = count === 0 ? 0 : readVarint(cursor);
  if (count === 0) return NONE;
  if (count === 1 && first === 1) return ONE;
  const list = new Uint32Array(count);
  list[0] = first;
  for (let i = 1; i < count; i++) list[i] = list[i - 1]! + readVarint(cursor);
  return list;
}

function readVarint(cursor: Cursor): number {
  const { blob } = cursor;
  let byte = blob[cursor.at++] ?? 0;
  let value = byte & 0x7f;
  for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
    byte = blob[cursor.at++] ?? 0;
    value |= (byte & 0x7f) << shift;
  }
  return value >>> 0;
}

/** Reads `size` coordinates. This is the inner loop of every query and tile. */
function readCoords(cursor: Cursor, size: number): Int32Array {
  const { blob } = cursor;
  const length = blob.length;
  if (size > length - cursor.at) throw new RangeError('the blob of a geometry is truncated');
  tick(size);
  const coords = allocateInt32(size);
  let at = cursor.at;
  let x = 0;
  let y = 0;
  for (let i = 0; i < size; i++) {
    let byte = blob[at++]!;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = blob[at++]!;
      value |= (byte & 0x7f) << shift;
    }
    const next = (x + ((value >>> 1) ^ -(value & 1))) | 0;
    coords[i] = next;
    // x and y alternate.
    x = y;
    y = next;
  }
  if (at > length) throw new RangeError('the blob of a geometry is truncated');
  cursor.at = at;
  return coords;
}
