import type pg from 'pg';
import { MAX_VERTICES } from '../../geometry/area-inside.ts';
import { DeadlineExceeded } from '../../geometry/deadline.ts';
import { defaultPoolSize, WorkerPool } from '../pool.ts';
import { packQuery } from '../query-geometry.ts';
import type { Analysed, AnalyseRequest } from '../store.ts';
import { ANSWER_GRACE_MILLISECONDS } from './connections.ts';
import type { FoundFeatures, MeasureRequest } from './measure-worker.ts';
import type { Pointer } from './pointers.ts';
import { columnOf } from './version-tables.ts';
import { toWkb } from './wkb.ts';

/** Number of features whose distances are measured; the index sorts them by the plane of degrees. */
const NEAR = 20;

/** Length in units of the longest edge of a distance: 0.1 degrees, at most 1 m from the geodesic line. */
const LONGEST_EDGE = 1e6;

/** Number of features in a row of the answer, so that no value is longer than PostgreSQL allows. */
const PER_ROW = 1_000;

interface Row extends FoundFeatures {
  /** Number of vertices in this and the rows before it. */
  readonly vertices: number;
}

/** Returns threads that measure features; the first analysis starts them. */
export function openMeasures(): WorkerPool {
  const script = import.meta.url.endsWith('.ts') ? './measure-worker.ts' : './measure-worker.js';
  return new WorkerPool({ script: new URL(script, import.meta.url), size: defaultPoolSize() });
}

export interface AnalysisContext {
  readonly client: pg.PoolClient;
  /** Threads with `measure-worker`. */
  readonly pool: WorkerPool;
  /** Time limit in milliseconds. */
  readonly timeout: number;
}

/**
 * Counts and measures the features inside an area. PostGIS finds them, and a thread measures them as
 * for the embedded store: a union in PostGIS takes too long. Throws `DeadlineExceeded`.
 */
export async function analyseVersion(
  { client, pool, timeout }: AnalysisContext,
  { tables, fields, geometry: kind }: Pointer,
  { field, geometry }: AnalyseRequest,
): Promise<Analysed> {
  const end = performance.now() + timeout;
  const query = packQuery(geometry);
  const wkb = toWkb(query);
  const place = fields.findIndex(({ name }) => name === field);
  const value = place === -1 ? 'NULL::text' : `a.${columnOf(place)}`;
  const shape = kind === 'polygon' ? `ST_AsBinary(shape, 'NDR')` : 'NULL::bytea';
  // The driver applies this limit instead of that of other reads.
  const search: pg.QueryConfig & { readonly query_timeout: number } = {
    query_timeout: timeout + ANSWER_GRACE_MILLISECONDS,
    text: `WITH area AS MATERIALIZED (SELECT ST_GeomFromWKB($1) AS shape),
          inside AS (
            SELECT ${value} AS value, e.area, e.shape, row_number() OVER () / ${PER_ROW} AS part,
                   sum(ST_NPoints(e.shape)) OVER (ROWS UNBOUNDED PRECEDING) AS vertices
              FROM area, ${tables.exact} e JOIN ${tables.attributes} a ON a.id = e.id
             WHERE ST_Intersects(e.shape, area.shape))
     SELECT json_agg(value) AS values, json_agg(area) AS areas,
            string_agg(CASE WHEN vertices <= ${MAX_VERTICES} THEN ${shape} END, '') AS shapes,
            max(vertices)::float AS vertices
       FROM inside GROUP BY part`,
    values: [wkb],
  };
  const { rows } = await client.query<Row>(search);
  if (rows.some(({ vertices }) => vertices > MAX_VERTICES)) throw new DeadlineExceeded();
  const request: MeasureRequest = { query, found: rows };
  const left = end - performance.now();
  const measured = await pool.call(request, { heavy: true, timeout: Math.max(1, left) });
  const { values, ...found } = measured as Omit<Analysed, 'nearest'>;
  return {
    ...found,
    values: field === null ? [] : values,
    nearest: found.count > 0 ? null : await nearestTo(client, tables.exact, wkb),
  };
}

function inDegrees(shape: string): string {
  return `ST_SetSRID(ST_Scale(${shape}, 1e-7, 1e-7), 4326)`;
}

/** Returns the SQL of a shape with edges that are straight in degrees, as they are on the map. */
function straight(shape: string): string {
  return inDegrees(`ST_Segmentize(${shape}, ${LONGEST_EDGE})`);
}

async function nearestTo(
  client: pg.PoolClient,
  table: string,
  wkb: Uint8Array,
): Promise<number | null> {
  const { rows } = await client.query<{ nearest: number | null }>(
    `WITH area AS MATERIALIZED (SELECT ST_GeomFromWKB($1) AS shape),
          near AS (SELECT e.shape FROM ${table} e
                    ORDER BY e.shape <-> (SELECT shape FROM area) LIMIT ${NEAR})
     SELECT min(ST_Distance(${straight('near.shape')}::geography, ${straight('area.shape')}::geography)) AS nearest
       FROM near, area`,
    [wkb],
  );
  return rows[0]?.nearest ?? null;
}
