import type pg from 'pg';
import { packQuery } from '../query-geometry.ts';
import type { Analysed, AnalyseRequest, AttributeValue } from '../store.ts';
import type { Pointer } from './pointers.ts';
import { columnOf } from './version-tables.ts';
import { toWkb } from './wkb.ts';

/** Number of features whose distances are measured; the index sorts them by the plane of degrees. */
const NEAR = 20;

interface Row {
  readonly value: AttributeValue;
  readonly count: string;
  readonly area: number;
  /** Only in the first row. */
  readonly covered: number | null;
}

/** Counts and measures the features inside an area, as `analyseVersion` of the embedded store. */
export async function analyseVersion(
  client: pg.PoolClient,
  { tables, fields }: Pointer,
  { field, geometry }: AnalyseRequest,
): Promise<Analysed> {
  const wkb = toWkb(packQuery(geometry));
  const place = fields.findIndex(({ name }) => name === field);
  const value = place === -1 ? 'NULL::text' : `a.${columnOf(place)}`;
  const { rows } = await client.query<Row>(
    `WITH area AS MATERIALIZED (SELECT ST_GeomFromWKB($1) AS shape),
          inside AS MATERIALIZED (
            SELECT ${value} AS value, e.area AS whole, e.shape, ST_Dimension(e.shape) = 2 AS has_area,
                   ST_CoveredBy(e.shape, area.shape) AS is_inside
              FROM area, ${tables.exact} e JOIN ${tables.attributes} a ON a.id = e.id
             WHERE ST_Intersects(e.shape, area.shape)),
          part AS MATERIALIZED (
            SELECT value, CASE WHEN is_inside THEN whole END AS whole,
                   CASE WHEN NOT has_area THEN NULL WHEN is_inside THEN inside.shape
                        ELSE ST_CollectionExtract(ST_Intersection(inside.shape, area.shape), 3) END AS shape
              FROM area, inside)
     SELECT value, count(*) AS count,
            coalesce(sum(coalesce(whole, ${areaOf('shape')})), 0) AS area,
            CASE row_number() OVER () WHEN 1
                 THEN (SELECT ${areaOf('ST_Union(shape)')} FROM part) END AS covered
       FROM part GROUP BY value`,
    [wkb],
  );
  const values = rows.map(({ value: found, count, area }) => ({
    ...{ value: found, count: Number(count), area },
  }));
  const count = values.reduce((sum, one) => sum + one.count, 0);
  return {
    count,
    area: values.reduce((sum, one) => sum + one.area, 0),
    covered: rows[0]?.covered ?? 0,
    values: field === null ? [] : values,
    nearest: count > 0 ? null : await nearestTo(client, tables.exact, wkb),
  };
}

/** Returns the SQL of the area in m² of a shape in whole 1e-7 degrees. */
function areaOf(shape: string): string {
  return `ST_Area(${inDegrees(shape)}::geography)`;
}

function inDegrees(shape: string): string {
  return `ST_SetSRID(ST_Scale(${shape}, 1e-7, 1e-7), 4326)`;
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
     SELECT min(ST_Distance(${inDegrees('near.shape')}::geography, ${inDegrees('area.shape')}::geography)) AS nearest
       FROM near, area`,
    [wkb],
  );
  return rows[0]?.nearest ?? null;
}
