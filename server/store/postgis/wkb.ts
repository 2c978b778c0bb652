import type { PackedGeometry } from '../../geometry/packed.ts';
import { GeometryBuilder } from '../../geometry/rings.ts';

const TYPES = { point: 1, line: 2, polygon: 3 } as const;
const MULTI = 3;
/** The order of bytes, and the type. */
const HEADER_BYTES = 5;
const VERTEX_BYTES = 16;

/**
 * Writes a geometry as WKB (OGC Simple Features, little endian), always as a Multi type. `xy` has two
 * coordinates for each vertex; default: those of the geometry.
 */
export function toWkb(geometry: PackedGeometry, xy: ArrayLike<number> = geometry.coords): Buffer {
  const { kind, coords, ends, polygons } = geometry;
  const vertices = coords.length / 2;
  const parts = kind === 'point' ? vertices : kind === 'line' ? ends.length : polygons.length;
  // Headers of all parts, counts of all rings, and a closing vertex for every ring.
  const bytes = Buffer.alloc(9 + 9 * parts + 4 * ends.length + 16 * (vertices + ends.length));
  let at = 0;
  const header = (type: number): void => {
    bytes[at] = 1;
    bytes.writeUInt32LE(type, at + 1);
    at += 5;
  };
  const count = (value: number): void => {
    at = bytes.writeUInt32LE(value, at);
  };
  const vertex = (index: number): void => {
    at = bytes.writeDoubleLE(xy[2 * index]!, at);
    at = bytes.writeDoubleLE(xy[2 * index + 1]!, at);
  };
  const vertexList = (part: number, close: boolean): void => {
    const start = part === 0 ? 0 : ends[part - 1]!;
    const end = ends[part]!;
    count(end - start + (close ? 1 : 0));
    for (let v = start; v < end; v++) vertex(v);
    if (close) vertex(start);
  };
  header(TYPES[kind] + MULTI);
  count(parts);
  for (let part = 0; part < parts; part++) {
    header(TYPES[kind]);
    if (kind === 'point') vertex(part);
    else if (kind === 'line') vertexList(part, false);
    else {
      const first = part === 0 ? 0 : polygons[part - 1]!;
      count(polygons[part]! - first);
      for (let ring = first; ring < polygons[part]!; ring++) vertexList(ring, true);
    }
  }
  return bytes.subarray(0, at);
}

/**
 * Yields the geometries of WKB that `toWkb` wrote and PostGIS returned, one geometry after
 * another.
 */
export function* shapesOfWkb(bytes: Uint8Array): Generator<PackedGeometry, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const count = (header: number): number => {
    at += header + 4;
    return view.getUint32(at - 4, true);
  };
  while (at < bytes.length) {
    const builder = new GeometryBuilder();
    const type = view.getUint32(at + 1, true) - MULTI;
    const kind = type === TYPES.point ? 'point' : type === TYPES.line ? 'line' : 'polygon';
    if (kind === 'point') {
      for (let points = count(HEADER_BYTES); points > 0; points--, at += VERTEX_BYTES) {
        at += HEADER_BYTES;
        builder.addVertex(view.getFloat64(at, true), view.getFloat64(at + 8, true));
      }
      builder.endPoints();
      yield builder.build(kind)!;
      continue;
    }
    if (kind === 'line') {
      for (let lines = count(HEADER_BYTES); lines > 0; lines--) {
        for (let vertices = count(HEADER_BYTES); vertices > 0; vertices--, at += VERTEX_BYTES)
          builder.addVertex(view.getFloat64(at, true), view.getFloat64(at + 8, true));
        builder.endPart();
      }
      yield builder.build(kind)!;
      continue;
    }
    for (let parts = count(HEADER_BYTES); parts > 0; parts--) {
      for (let rings = count(HEADER_BYTES); rings > 0; rings--) {
        for (let vertices = count(0); vertices > 1; vertices--, at += VERTEX_BYTES)
          builder.addVertex(view.getFloat64(at, true), view.getFloat64(at + 8, true));
        // The closing vertex.
        at += VERTEX_BYTES;
        builder.endPart();
      }
      builder.endPolygon();
    }
    const polygons = builder.build(kind);
    if (polygons) yield polygons;
  }
}
