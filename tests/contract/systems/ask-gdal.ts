import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../../external-programs.ts';

/** A point in a reference system: x and y, or in degrees: longitude and latitude. */
export type Point = readonly [number, number];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * Converts the points, which are far from the origin, from each reference system to WGS 84, with one
 * run of GDAL. A point that GDAL cannot convert is absent; for a system that it cannot read, all are.
 */
export async function degreesOfGdal(
  systems: readonly string[],
  points: readonly Point[],
): Promise<ReadonlyMap<number, Point>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-systems-'));
  try {
    const rows = points.map(([x, y], i) => `${i},${x},${y}`);
    writeFileSync(join(folder, 'points.csv'), ['id,x,y', ...rows, ''].join('\n'));
    const layers = systems.map(
      (wkt, i) =>
        `<OGRVRTLayer name="s${i}"><SrcDataSource relativeToVRT="1">points.csv</SrcDataSource>` +
        `<SrcLayer>points</SrcLayer><GeometryType>wkbPoint</GeometryType><LayerSRS>${escaped(wkt)}</LayerSRS>` +
        '<GeometryField encoding="PointFromColumns" x="x" y="y"/></OGRVRTLayer>',
    );
    const source = join(folder, 'points.vrt');
    writeFileSync(source, `<OGRVRTDataSource>${layers.join('')}</OGRVRTDataSource>`);
    await ask('ogr2ogr', [
      '-skipfailures',
      '-t_srs',
      'EPSG:4326',
      '-select',
      'id',
      '-f',
      'CSV',
      '-lco',
      'GEOMETRY=AS_XY',
      join(folder, 'out'),
      source,
    ]);
    return systems.map((_, i) => readLayer(join(folder, 'out', `s${i}.csv`)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads a table with longitude, latitude and number of the point. */
function readLayer(path: string): ReadonlyMap<number, Point> {
  if (!existsSync(path)) return new Map();
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  const points = rows.map((row): [number, Point] => {
    const [lng, lat, id] = row.split(',').map((cell) => Number(cell.replaceAll('"', '')));
    return [id!, [lng!, lat!]];
  });
  // A point outside its projection stays as it was.
  return new Map(points.filter(([, [lng, lat]]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90));
}

/** Distance in metres between two near points in degrees; NaN if one is not a place. */
export function metresBetween([lng, lat]: readonly number[], [x, y]: Point): number {
  const east = ((((lng! - x + 180) % 360) + 360) % 360) - 180;
  return 111_320 * Math.hypot(east * Math.cos((y * Math.PI) / 180), lat! - y);
}
