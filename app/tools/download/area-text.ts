import type { ChosenArea } from '../../stores/places/area-store.ts';

/** Returns an area as well-known text. */
export function areaText({ type, coordinates }: ChosenArea['geometry']): string {
  return type === 'Polygon'
    ? `POLYGON ${polygon(coordinates)}`
    : `MULTIPOLYGON (${coordinates.map(polygon).join(', ')})`;
}

function polygon(rings: readonly GeoJSON.Position[][]): string {
  const texts = rings.map((ring) => `(${ring.map(([lng, lat]) => `${lng} ${lat}`).join(', ')})`);
  return `(${texts.join(', ')})`;
}
