import { geosBand, geosRepair } from './geos-polygons.ts';
import { vertexCount, type PackedGeometry } from './packed.ts';
import { projectToTile, TILE_EXTENT, unprojectFromTile } from './project.ts';
import { isValid } from './repair.ts';
import { orientRings } from './rings.ts';
import { generaliseTo } from './tiers.ts';

/** A band for the tiles of a zoom up to 11; its width in px is exact in the middle of the zoom. */
export interface BandSize {
  readonly zoom: number;
  readonly width: number;
}

const TILE_PIXELS = 512;
/** Parts of a step of a tile's grid. At zoom 11, the width of the world fits into 32 bits. */
const PARTS = 64;
const MIDDLE_OF_ZOOM = 2 ** -0.5;
/** GEOS cannot be interrupted: it took 0.4 s for the band of a polygon with this many vertices. */
const MAX_VERTICES = 10_000;

/**
 * Returns the bands along the inside of the outlines of polygons, in the order of the sizes; null
 * where GEOS fails. A band has the detail that can be seen at its zoom; that of a polygon with a very
 * long outline has less. Where a polygon is narrower than its band, the band is the whole polygon.
 */
export function innerBands(
  geometry: PackedGeometry,
  sizes: readonly BandSize[],
): (PackedGeometry | null)[] {
  const bands = new Map<BandSize, PackedGeometry | null>();
  let shape = geometry;
  // The shape for a zoom is made from that of the zoom above it, which has fewer vertices.
  for (const size of [...sizes].sort((a, b) => b.zoom - a.zoom)) {
    for (let zoom = size.zoom; zoom >= 0; zoom--) {
      shape = generaliseTo(shape, zoom);
      if (vertexCount(shape) <= MAX_VERTICES) break;
    }
    bands.set(size, vertexCount(shape) <= MAX_VERTICES ? bandOf(shape, size) : null);
  }
  return sizes.map((size) => bands.get(size)!);
}

function bandOf(shape: PackedGeometry, { zoom, width }: BandSize): PackedGeometry | null {
  const address = { z: zoom, x: 0, y: 0 };
  const extent = TILE_EXTENT * PARTS;
  const coords = projectToTile(shape.coords, address, extent);
  const distance = (width * MIDDLE_OF_ZOOM * extent) / TILE_PIXELS;
  const projected = geosBand({ ...shape, coords }, distance);
  if (projected === null) return null;
  const unprojected = new Int32Array(projected.coords.length);
  for (let i = 0; i < unprojected.length; i += 2) {
    const place = [projected.coords[i]!, projected.coords[i + 1]!] as const;
    unprojected.set(unprojectFromTile(place, address, extent), i);
  }
  const band = orientRings({ ...projected, coords: unprojected });
  return isValid(band) ? band : geosRepair(band);
}
