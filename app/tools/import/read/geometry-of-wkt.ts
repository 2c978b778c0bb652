/** The types of well-known text. */
const TYPES: Readonly<Record<string, string>> = {
  POINT: 'Point',
  MULTIPOINT: 'MultiPoint',
  LINESTRING: 'LineString',
  MULTILINESTRING: 'MultiLineString',
  POLYGON: 'Polygon',
  MULTIPOLYGON: 'MultiPolygon',
};

const FORM = /^\s*([A-Z]+)\s*(?:Z|M|ZM)?\s*(\([-+.,\d\sE()]*\))\s*$/i;
/** The numbers of a position. */
const POSITION = /[-+.\dE]+(?:\s+[-+.\dE]+)+/gi;

/**
 * Returns the geometry of well-known text as GeoJSON; null if it is not one. Whether the coordinates
 * are nested as their type requires is checked with those of other files.
 */
export function geometryOfWkt(text: string): object | null {
  const [, name = '', body = ''] = FORM.exec(text) ?? [];
  const type = TYPES[name.toUpperCase()];
  if (type === undefined) return null;
  const lists = body
    .replaceAll(POSITION, (numbers) => JSON.stringify(numbers.split(/\s+/).map(Number)))
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  try {
    const coordinates = JSON.parse(lists) as readonly unknown[];
    if (type === 'Point') return { type, coordinates: coordinates[0] };
    // The places of several points may be in brackets, each.
    return { type, coordinates: type === 'MultiPoint' ? coordinates.map(bare) : coordinates };
  } catch {
    return null;
  }
}

function bare(place: unknown): unknown {
  return Array.isArray(place) && Array.isArray(place[0]) ? (place[0] as unknown) : place;
}
