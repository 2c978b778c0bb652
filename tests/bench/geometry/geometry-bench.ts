/**
 * Measures the geometry code of the server with generated polygons. Run it with `npx tsx
 * --conditions=atlas-source`.
 */
import { pathToFileURL } from 'node:url';
import initGeos from 'geos-wasm';
import { geojsonToGeosGeom } from 'geos-wasm/helpers';
import type { PackedGeometry, TileFeature } from '../../../server/geometry/index.ts';
import {
  boundsOf,
  decodeGeometry,
  encodeGeometry,
  encodeTile,
  generalise,
  intersects,
  normalise,
  prepareQuery,
  tileBounds,
  tierOfZoom,
} from '../../../server/geometry/index.ts';
import { projectToTile } from '../../../server/geometry/project.ts';
import { tilePolygonCounts } from '../../../server/geometry/tile-polygon.ts';
import { makeBigPolygon, makePolygons } from './polygons.ts';

/** A row of the table, with the figures of this run. */
export interface BenchRow {
  readonly metric: string;
  readonly value: string;
}

const ROUNDS = 7;
/** The middle of the generated region, in packed degrees. */
const MIDDLE = Int32Array.of(203_000_000, -12_000_000);

/**
 * Runs all measurements with `n` polygons. Times are medians of wall-clock time in milliseconds.
 */
export async function benchGeometry(n = 20_000): Promise<BenchRow[]> {
  const features = makePolygons(n, 1);
  const rows: BenchRow[] = [];
  const add = (metric: string, value: string): number => rows.push({ metric, value });

  const kept = features.map(({ geometry }) => keep(geometry));
  add(
    `normalise ${n} polygons`,
    milliseconds(median(() => features.forEach((f) => keep(f.geometry)))),
  );
  const blobs = kept.map(encodeGeometry);
  add('their blobs', `${blobs.reduce((sum, { length }) => sum + length, 0)} bytes`);
  add('decode them', milliseconds(median(() => blobs.forEach((blob) => decodeGeometry(blob)))));
  for (const zoom of [4, 7, 10]) {
    const tier = tierOfZoom(zoom);
    const time = median(() => kept.forEach((geometry) => generalise(geometry, tier)));
    add(`generalise them for ${tier}`, milliseconds(time));
  }
  for (const zoom of [5, 8, 11]) addTile(zoom, kept, add);
  await addIntersects(
    blobs,
    features.map((f) => f.geometry),
    add,
  );
  return rows;
}

function addTile(
  z: number,
  kept: readonly PackedGeometry[],
  add: (metric: string, value: string) => void,
): void {
  const at = projectToTile(MIDDLE, { z: 0, x: 0, y: 0 }, 2 ** z);
  const [x, y] = [Math.floor(at[0]!), Math.floor(at[1]!)];
  const [west, south, east, north] = tileBounds(z, x, y);
  const inTile = kept
    .map((geometry, id) => ({ id, geometry: generalise(geometry, tierOfZoom(z)) }))
    .filter(({ geometry }) => {
      const [w, s, e, n] = boundsOf(geometry);
      return w <= east && e >= west && s <= north && n >= south;
    })
    .map(({ id, geometry }) => ({ id, blob: encodeGeometry(geometry) }));
  const makeTile = (): Uint8Array | null =>
    encodeTile({
      layer: 'parcels',
      z,
      x,
      y,
      features: inTile.map(({ id, blob }): TileFeature => ({
        id,
        geometry: decodeGeometry(blob),
        properties: { code: `p${id}`, year: 1990 + (id % 35) },
      })),
    });
  const time = median(makeTile);
  Object.assign(tilePolygonCounts, { all: 0, slow: 0, dropped: 0 });
  const bytes = makeTile()?.length ?? 0;
  const { all, slow, dropped } = tilePolygonCounts;
  add(
    `tile at zoom ${z}, decoding included`,
    `${milliseconds(time)}, ${bytes} bytes, ${all} polygons, ${slow} the slow way, ${dropped} dropped`,
  );
}

/** Measures row 13b: this server and the reference program, alternately. */
async function addIntersects(
  blobs: readonly Uint8Array[],
  geometries: Parameters<typeof geojsonToGeosGeom>[0][],
  add: (metric: string, value: string) => void,
): Promise<void> {
  const geos = await initGeos({ noticeHandler: () => {}, errorHandler: () => {} });
  const big = makeBigPolygon(20_000, 1);
  const query = keep(big);
  const pointers = geometries.map((geometry) => geojsonToGeosGeom(geometry, geos));
  const geosQuery = geojsonToGeosGeom(big, geos);
  const own: number[] = [];
  const yardstick: number[] = [];
  let found = 0;
  let foundByGeos = 0;
  for (let round = 0; round < ROUNDS; round++) {
    own.push(
      timed(() => {
        const prepared = prepareQuery(query);
        found = blobs.filter((blob) => intersects(prepared, decodeGeometry(blob))).length;
      }),
    );
    yardstick.push(
      timed(() => {
        const prepared = geos.GEOSPrepare(geosQuery);
        foundByGeos = pointers.filter(
          (pointer) => geos.GEOSPreparedIntersects(prepared, pointer) === 1,
        ).length;
        geos.GEOSPreparedGeom_destroy(prepared);
      }),
    );
  }
  for (const pointer of [...pointers, geosQuery]) geos.GEOSGeom_destroy(pointer);
  if (found !== foundByGeos) throw new Error(`${found} found, ${foundByGeos} by GEOS`);
  add(
    '13b: intersects of 20 000 vertices, decoding included',
    `${milliseconds(middle(own))} (first ${milliseconds(own[0]!)}), ${found} found`,
  );
  add(
    '13b: prepared GEOS, geometries already parsed',
    `${milliseconds(middle(yardstick))} (first ${milliseconds(yardstick[0]!)})`,
  );
}

function keep(geometry: unknown): PackedGeometry {
  const result = normalise(geometry);
  if ('rejected' in result) throw new Error(result.rejected);
  return result.geometry;
}

function median(work: () => unknown): number {
  return middle(Array.from({ length: ROUNDS }, () => timed(work)));
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}

function milliseconds(time: number): string {
  return `${time.toFixed(1)} ms`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { metric, value } of await benchGeometry()) {
    process.stdout.write(`${metric}: ${value}\n`);
  }
}
