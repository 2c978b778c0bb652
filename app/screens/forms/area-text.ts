/** The text of an area in a form: GeoJSON, as the server reads it. */
import type { ChosenArea } from '../../stores/places/area-store.ts';

/** The most vertices of the area of a grant; the same as on the server. */
export const MAX_AREA_VERTICES = 2_000;

/** Returns an area as a GeoJSON feature with its name. */
export function areaText({ geometry, name }: ChosenArea): string {
  return JSON.stringify({
    type: 'Feature',
    properties: name === undefined ? {} : { name },
    geometry,
  });
}

/** What is read of GeoJSON: a geometry, a feature, or the first feature of a collection. */
interface Written {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometry?: Written | null;
  readonly properties?: { readonly name?: unknown } | null;
  readonly features?: readonly Written[];
}

/** Reads a pasted area, to show it; null for another text, which the server decides about. */
export function areaIn(text: string): ChosenArea | null {
  try {
    const read = JSON.parse(text) as Written | null;
    const feature = read?.features?.[0] ?? read;
    const geometry = feature?.geometry ?? feature;
    if (!isPolygons(geometry)) return null;
    const name = feature?.properties?.name;
    return { geometry, origin: 'import', ...(typeof name === 'string' && { name }) };
  } catch {
    return null;
  }
}

/** Returns whether a geometry is polygons whose positions are numbers. */
function isPolygons(geometry: Written | null | undefined): geometry is ChosenArea['geometry'] {
  const { type, coordinates } = geometry ?? {};
  const isRing = (ring: unknown): boolean =>
    Array.isArray(ring) &&
    ring.length > 3 &&
    ring.every((at) => Array.isArray(at) && at.length > 1 && at.every(Number.isFinite));
  const isPolygon = (rings: unknown): boolean =>
    Array.isArray(rings) && rings.length > 0 && rings.every(isRing);
  if (type === 'Polygon') return isPolygon(coordinates);
  return (
    type === 'MultiPolygon' &&
    Array.isArray(coordinates) &&
    coordinates.length > 0 &&
    coordinates.every(isPolygon)
  );
}
