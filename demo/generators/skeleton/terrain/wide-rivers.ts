import type { Polygon } from 'geojson';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { dissolve, polygonsOfRings } from '../../../../cli/geography/polygons.ts';
import { REGION } from '../extents.ts';
import { latOf, lngOf, readTiles, type Tile } from './tile-pyramid.ts';

/** The zoom of the tiles, one below the highest. Corners are 75 m apart. */
const ZOOM = 7;
/** Grid that corners are snapped to, in degrees. */
const GRID = 1e-5;

/** Reads the areas of wide rivers from the tiles of the base map, because the geography data contain only lines. */
export async function readWideRivers(path: string): Promise<Polygon[]> {
  const tiles = await readTiles(path, ZOOM, REGION);
  // The parts of an area in different tiles are merged.
  return dissolve(tiles.flatMap(waterOf), GRID).map((rings) => ({
    type: 'Polygon',
    coordinates: rings as unknown as Polygon['coordinates'],
  }));
}

function waterOf({ column, row, bytes }: Tile) {
  const layer = new VectorTile(new PbfReader(new Uint8Array(bytes))).layers['water'];
  if (!layer) return [];
  return Array.from({ length: layer.length }, (_, i) => layer.feature(i)).flatMap((feature) =>
    polygonsOfRings(
      feature
        .loadGeometry()
        .map((ring) =>
          ring.map(({ x, y }): [number, number] => [
            lngOf(column + x / layer.extent, ZOOM),
            latOf(row + y / layer.extent, ZOOM),
          ]),
        ),
    ),
  );
}
