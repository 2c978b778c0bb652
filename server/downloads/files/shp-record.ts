/** The records of a shapefile (ESRI, 1998): shapes of one type, in two dimensions. */
import type { Geometry, Position } from 'geojson';
import { boxOf, type Bounds } from 'atlas-engine/runtime';

/** A kind of shapes, its code, and the end of the name of its file. */
export const SHAPES = {
  point: { code: 1, ending: 'points' },
  line: { code: 3, ending: 'lines' },
  polygon: { code: 5, ending: 'polygons' },
  multipoint: { code: 8, ending: 'multipoints' },
} as const;

export type ShapeKind = keyof typeof SHAPES;

/** Returns the kind of shape of a geometry; null for a collection. */
export function shapeKindOf(type: Geometry['type']): ShapeKind | null {
  switch (type) {
    case 'Point':
      return 'point';
    case 'MultiPoint':
      return 'multipoint';
    case 'LineString':
    case 'MultiLineString':
      return 'line';
    case 'Polygon':
    case 'MultiPolygon':
      return 'polygon';
    case 'GeometryCollection':
      return null;
  }
}

/** Returns the content of a record, without its header. */
export function recordOf(geometry: Geometry): Uint8Array {
  switch (geometry.type) {
    case 'Point':
      return Buffer.concat([code('point'), positions([geometry.coordinates])]);
    case 'MultiPoint': {
      const { coordinates } = geometry;
      const count = Buffer.alloc(4);
      count.writeInt32LE(coordinates.length);
      return Buffer.concat([
        code('multipoint'),
        box(boxOf(geometry)),
        count,
        positions(coordinates),
      ]);
    }
    case 'LineString':
      return parts('line', [geometry.coordinates], boxOf(geometry));
    case 'MultiLineString':
      return parts('line', geometry.coordinates, boxOf(geometry));
    case 'Polygon':
      return parts('polygon', clockwise(geometry.coordinates), boxOf(geometry));
    case 'MultiPolygon':
      return parts('polygon', geometry.coordinates.flatMap(clockwise), boxOf(geometry));
    case 'GeometryCollection':
      throw new TypeError('a shapefile has no collections');
  }
}

/** Outer rings of GeoJSON run counterclockwise, those of shapefiles clockwise. */
function clockwise(rings: readonly Position[][]): Position[][] {
  return rings.map((ring) => ring.toReversed());
}

function parts(kind: ShapeKind, lines: readonly Position[][], bounds: Bounds): Uint8Array {
  const starts = Buffer.alloc(8 + 4 * lines.length);
  starts.writeInt32LE(lines.length, 0);
  let count = 0;
  lines.forEach((line, at) => {
    starts.writeInt32LE(count, 8 + 4 * at);
    count += line.length;
  });
  starts.writeInt32LE(count, 4);
  return Buffer.concat([code(kind), box(bounds), starts, positions(lines.flat())]);
}

function code(kind: ShapeKind): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(SHAPES[kind].code);
  return bytes;
}

function box(bounds: Bounds): Uint8Array {
  const bytes = Buffer.alloc(32);
  bounds.forEach((value, at) => bytes.writeDoubleLE(value, 8 * at));
  return bytes;
}

function positions(line: readonly Position[]): Uint8Array {
  const bytes = Buffer.alloc(16 * line.length);
  line.forEach(([x, y], at) => {
    bytes.writeDoubleLE(x!, 16 * at);
    bytes.writeDoubleLE(y!, 16 * at + 8);
  });
  return bytes;
}
