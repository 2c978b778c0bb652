import type { HeldAnswer } from 'atlas-engine/http';
import type { BundleIndex } from 'atlas-engine/runtime';

/** Where a level is held. */
export type HeldPlace = Pick<HeldAnswer, 'project' | 'dataset' | 'area'>;

/**
 * Returns the name of a place: of a project, of an area that has one, or the id of what this page does
 * not know; undefined for an area without a name, and for everywhere.
 */
export function placeName(
  { project, dataset, area }: HeldPlace,
  { projects }: Pick<BundleIndex, 'projects'>,
): string | undefined {
  const known = projects.find(({ id }) => id === project);
  return known?.name ?? project ?? dataset ?? (area === undefined ? undefined : nameIn(area));
}

/** Returns the name in the GeoJSON of an area. */
function nameIn(area: string): string | undefined {
  const { properties } = areaOf(area);
  return typeof properties?.['name'] === 'string' ? properties['name'] : undefined;
}

/** Reads the area of a grant, which the server sends as a GeoJSON geometry or feature. */
export function areaOf(area: string): GeoJSON.Feature<GeoJSON.Polygon | GeoJSON.MultiPolygon> {
  const read = JSON.parse(area) as GeoJSON.Polygon | ReturnType<typeof areaOf>;
  return read.type === 'Feature' ? read : { type: 'Feature', properties: null, geometry: read };
}
