import type { PackedGeometry } from '../../geometry/packed.ts';

const TYPES = { point: 1, line: 2, polygon: 3 } as const;
const MULTI = 3;

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
