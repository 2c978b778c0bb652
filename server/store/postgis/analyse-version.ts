import type pg from 'pg';
import { MAX_VERTICES } from '../../geometry/area-inside.ts';
import { DeadlineExceeded } from '../../geometry/deadline.ts';
import { defaultPoolSize, WorkerPool } from '../pool.ts';
import type { Analysed, AnalyseRequest } from '../store.ts';
import { ANSWER_GRACE_MILLISECONDS } from './connections.ts';
import type { Measured } from '../measure-inside.ts';
import type { FoundFeatures, MeasureWork } from './measure-worker.ts';
import { limitStatement, nearestFeatures } from './nearest-features.ts';
import type { Pointer } from './pointers.ts';
import { columnOf } from './version-tables.ts';

/**
 * Number of features and of vertices in a row of the answer, so that no value is longer than PostgreSQL
 * allows, and the main thread reads each row in milliseconds.
 */
const PER_ROW = { features: 1_000, vertices: 20_000 };

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
  pointer: Pointer,
  { field, sums, geometry }: AnalyseRequest,
): Promise<Analysed> {
  const end = performance.now() + timeout;
  const { packed, wkb } = geometry;
  const area = { select: 'SELECT ST_GeomFromWKB($1) AS shape', values: [wkb] };
  const found = await touching({ client, end }, pointer, { area, field, sums });
  const request: MeasureWork = { kind: 'inside', query: packed, found };
  const left = end - performance.now();
  const measured = await pool.call(request, { heavy: true, timeout: Math.max(1, left) });
  const { values, edge, ...inside } = measured as Measured;
  const one = { table: pointer.tables.exact, area: packed, wkb, end, count: 1, except: null };
  const all = { ...inside, values: field === null ? [] : values };
  if (inside.count > 0) return { ...all, nearest: null };
  if (edge !== null) return { ...all, nearest: { id: edge, metres: 0 } };
  const [nearest = null] = await nearestFeatures(client, one);
  return { ...all, nearest };
}

interface TouchingRequest extends Pick<AnalyseRequest, 'field' | 'sums'> {
  /** A query for one row with `shape`, and its values. */
  readonly area: { readonly select: string; readonly values: unknown[] };
}

/** Finds the features that touch an area. Throws `DeadlineExceeded`, also when they have too many vertices. */
export async function touching(
  { client, end }: { readonly client: pg.PoolClient; readonly end: number },
  { tables, fields, geometry: kind }: Pointer,
  { area, field, sums }: TouchingRequest,
): Promise<readonly FoundFeatures[]> {
  const place = fields.findIndex(({ name }) => name === field);
  const value = place === -1 ? 'NULL::text' : `a.${columnOf(place)}`;
  const added = sums.map((name) => `a.${columnOf(fields.findIndex((one) => one.name === name))}`);
  const numbers = added.length === 0 ? `'[]'::json` : `json_build_array(${added.join(', ')})`;
  const blob = kind !== 'point' ? 'blob' : 'NULL::bytea';
  // The driver applies this limit instead of that of other reads.
  const search: pg.QueryConfig & { readonly query_timeout: number } = {
    query_timeout: (await limitStatement(client, end)) + ANSWER_GRACE_MILLISECONDS,
    text: `WITH area AS MATERIALIZED (${area.select}),
          inside AS (
            SELECT e.id, ${value} AS value, ${numbers} AS numbers, e.area, e.blob, row_number() OVER () / ${PER_ROW.features} AS part,
                   sum(ST_NPoints(e.shape)) OVER (ROWS UNBOUNDED PRECEDING) AS vertices
              FROM area, ${tables.exact} e JOIN ${tables.attributes} a ON a.id = e.id
             WHERE ST_Intersects(e.shape, area.shape))
     SELECT json_agg(id) AS ids, json_agg(value) AS values, json_agg(numbers) AS numbers, json_agg(area) AS areas,
            string_agg(CASE WHEN vertices <= ${MAX_VERTICES} THEN ${blob} END, '') AS shapes,
            max(vertices)::float AS vertices
       FROM inside GROUP BY part, div(vertices, ${PER_ROW.vertices})`,
    values: area.values,
  };
  const { rows } = await client.query<Row>(search);
  if (rows.some(({ vertices }) => vertices > MAX_VERTICES)) throw new DeadlineExceeded();
  return rows;
}
