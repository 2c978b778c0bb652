import type { Geometry, Position } from 'geojson';

const CODES = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
} as const;

type Single = Exclude<Geometry, { type: 'GeometryCollection' }>;

/** Returns a geometry as well-known binary of two dimensions, with the low byte first. */
export function wkbOf(geometry: Single): Uint8Array {
  const pieces: Uint8Array[] = [];
  add(geometry, pieces);
  return Buffer.concat(pieces);
}

/** Returns lines and polygons as their multi types, so that a layer has one type. */
export function toMulti(geometry: Single): Single {
  if (geometry.type === 'LineString')
    return { type: 'MultiLineString', coordinates: [geometry.coordinates] };
  if (geometry.type === 'Polygon')
    return { type: 'MultiPolygon', coordinates: [geometry.coordinates] };
  return geometry;
}

function add(geometry: Single, pieces: Uint8Array[]): void {
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeUInt32LE(CODES[geometry.type], 1);
  pieces.push(head);
  switch (geometry.type) {
    case 'Point':
      pieces.push(doubles([geometry.coordinates]));
      return;
    case 'LineString':
      addLine(geometry.coordinates, pieces);
      return;
    case 'Polygon':
      pieces.push(count(geometry.coordinates));
      for (const ring of geometry.coordinates) addLine(ring, pieces);
      return;
    default:
      pieces.push(count(geometry.coordinates));
      for (const part of partsOf(geometry)) add(part, pieces);
  }
}

function partsOf(geometry: Extract<Single, { type: `Multi${string}` }>): readonly Single[] {
  switch (geometry.type) {
    case 'MultiPoint':
      return geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates }));
    case 'MultiLineString':
      return geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }));
    case 'MultiPolygon':
      return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
  }
}

function addLine(line: readonly Position[], pieces: Uint8Array[]): void {
  pieces.push(count(line), doubles(line));
}

function count(list: readonly unknown[]): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(list.length);
  return bytes;
}

function doubles(line: readonly Position[]): Uint8Array {
  const bytes = Buffer.alloc(16 * line.length);
  line.forEach(([x, y], at) => {
    bytes.writeDoubleLE(x!, 16 * at);
    bytes.writeDoubleLE(y!, 16 * at + 8);
  });
  return bytes;
}
