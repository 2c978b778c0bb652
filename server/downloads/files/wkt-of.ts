import type { Geometry, Position } from 'geojson';

/** Returns a geometry as well-known text; coordinates keep their digits. */
export function wktOf(geometry: Exclude<Geometry, { type: 'GeometryCollection' }>): string {
  return `${geometry.type.toUpperCase()} ${listOf(geometry.coordinates)}`;
}

type Nested = Position | Position[] | Position[][] | Position[][][];

function listOf(coordinates: Nested): string {
  const first = coordinates[0];
  if (typeof first === 'number') return `(${pair(coordinates as Position)})`;
  const isLine = typeof (first as readonly unknown[])[0] === 'number';
  const items = isLine
    ? (coordinates as Position[]).map(pair)
    : (coordinates as Position[][]).map(listOf);
  return `(${items.join(', ')})`;
}

function pair(position: Position): string {
  return `${position[0]} ${position[1]}`;
}
