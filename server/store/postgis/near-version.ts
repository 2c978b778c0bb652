import type pg from 'pg';
import { attributesOf, planCut } from '../attributes.ts';
import { byDistance } from '../nearest-first.ts';
import type { Near, NearFeature, NearRequest } from '../store.ts';
import type { AnalysisContext } from './analyse-version.ts';
import { ANSWER_GRACE_MILLISECONDS } from './connections.ts';
import type { MeasureWork } from './measure-worker.ts';
import { countWithin, limitStatement, nearestFeatures } from './nearest-features.ts';
import type { Pointer } from './pointers.ts';
import { columnOf, valuesOf } from './version-tables.ts';

/**
 * Finds the features that touch a geometry, and the nearest of the others. PostGIS finds them, and a
 * thread draws the lines to them as for the embedded store. Throws `DeadlineExceeded`.
 */
export async function nearVersion(
  { client, pool, timeout }: AnalysisContext,
  pointer: Pointer,
  request: NearRequest,
): Promise<Near> {
  const end = performance.now() + timeout;
  const { except, limit } = request;
  const { packed, wkb } = request.geometry;
  const table = pointer.tables.exact;
  const asked = { client, pointer, request, end };
  const touching = await read<{ count: number }>(asked, {
    columns: 'count(*) OVER ()::float AS count',
    where: `ST_Intersects(e.shape, ST_GeomFromWKB($1)) AND e.id IS DISTINCT FROM $2::bigint ORDER BY e.id LIMIT $3`,
    values: [wkb, except, limit],
  });
  const others = { table, area: packed, wkb, end, count: limit, except };
  const ids = (await nearestFeatures(client, others)).map(({ id }) => id);
  const within = await countWithin(client, others, request.rings);
  const found = await read<{ blob: Buffer }>(asked, {
    columns: 'e.blob',
    where: 'e.id = ANY($1::bigint[])',
    values: [ids],
  });
  const blobs = found.map(({ row }) => row.blob);
  const lines: MeasureWork = { kind: 'lines', query: packed, blobs };
  const left = Math.max(1, end - performance.now());
  const drawn = await pool.call(lines, { heavy: true, timeout: left });
  const nearest = found.map(({ id, properties }, i) => ({
    id,
    properties,
    line: (drawn as readonly NearFeature['line'][])[i]!,
  }));
  return {
    count: touching[0]?.row.count ?? 0,
    touching: touching.map(({ id, properties }) => ({ id, properties })),
    nearest: nearest.sort(byDistance),
    within,
  };
}

/** Reads the attributes of features, and more columns. */
async function read<Row extends object>(
  {
    client,
    pointer: { tables, fields },
    request,
    end,
  }: {
    readonly client: pg.PoolClient;
    readonly pointer: Pointer;
    readonly request: NearRequest;
    readonly end: number;
  },
  query: { readonly columns: string; readonly where: string; readonly values: unknown[] },
): Promise<(Pick<NearFeature, 'id' | 'properties'> & { readonly row: Row })[]> {
  const plan = planCut(fields, request);
  const attributes = plan.places.map(({ index }) => `, a.${columnOf(index)}`).join('');
  const config: pg.QueryConfig & { readonly query_timeout: number } = {
    query_timeout: (await limitStatement(client, end)) + ANSWER_GRACE_MILLISECONDS,
    text: `SELECT e.id, ${query.columns}${attributes}
             FROM ${tables.exact} e JOIN ${tables.attributes} a ON a.id = e.id WHERE ${query.where}`,
    values: query.values,
  };
  const { rows } = await client.query<Row & Record<string, unknown>>(config);
  return rows.map((row) => ({
    id: Number(row['id']),
    properties: attributesOf(plan, valuesOf(row, fields)),
    row,
  }));
}
