import type pg from 'pg';
import { unpackToGeoJson } from '../../geometry/pack-geojson.ts';
import { decodeGeometry } from '../../geometry/packed.ts';
import { TimeSlices } from '../../time/time-slices.ts';
import { attributesOf, planCut } from '../attributes.ts';
import { degreesOf, unitsOf, type QueryShape } from '../query-geometry.ts';
import { EDGE_PART } from '../measure-inside.ts';
import type { WorkerPool } from '../pool.ts';
import type {
  DatasetCut,
  FeatureShape,
  IntersectsRequest,
  ListedFeature,
  PageRequest,
  StoredFeature,
} from '../store.ts';
import type { MeasureWork } from './measure-worker.ts';
import type { Pointer } from './pointers.ts';
import type { Query } from './tile-query.ts';
import { columnOf, valuesOf } from './version-tables.ts';

/** Returns the condition of a page, and its values. */
export function pageWhere({ after = 0, limit, bbox }: PageRequest): Query {
  const tail = 'ORDER BY e.id LIMIT $2';
  if (bbox === undefined) return { text: `WHERE e.id > $1 ${tail}`, values: [after, limit] };
  const [west, south, east, north] = unitsOf(bbox);
  return {
    text: `WHERE e.id > $1 AND e.shape && ST_MakeEnvelope($3::float8, $4::float8, $5::float8, $6::float8)
             AND e.west <= $5 AND e.east >= $3 AND e.south <= $6 AND e.north >= $4 ${tail}`,
    values: [after, limit, west, south, east, north],
  };
}

/** The condition for a shape that does not only touch the edge of the polygon `$3`. */
const MORE_THAN_EDGE = `(ST_Dimension(e.shape) < 2 OR ST_Area(ST_Intersection(e.shape, ST_GeomFromWKB($3)))
  > ${EDGE_PART} * least(ST_Area(e.shape), ST_Area(ST_GeomFromWKB($3))))`;

/** Returns the condition of the features that touch a geometry or are inside of it, and its values. */
export function touchingWhere({ after = 0, limit, inside, geometry }: IntersectsRequest): Query {
  const more = inside ? `AND ${MORE_THAN_EDGE}` : '';
  return {
    text: `WHERE e.id > $1 AND ST_Intersects(e.shape, ST_GeomFromWKB($3)) ${more}
             ORDER BY e.id LIMIT $2`,
    values: [after, limit, geometry.wkb],
  };
}

/** Reads features with the requested fields. */
export async function features(
  client: pg.Pool | pg.PoolClient,
  pointer: Pointer,
  cut: DatasetCut,
  where: Query,
): Promise<StoredFeature[]> {
  const query = { columns: 'e.blob', ...where };
  const { rows, partsOf } = await rowsOf<{ blob: Buffer }>(client, pointer, cut, query);
  const found: StoredFeature[] = [];
  const slices = new TimeSlices();
  for (const row of rows) {
    found.push({ ...partsOf(row), geometry: unpackToGeoJson(decodeGeometry(row.blob)) });
    if (slices.over) await slices.pause();
  }
  return found;
}

/** Reads features with the requested fields, without their geometries. */
export async function listed(
  client: pg.Pool | pg.PoolClient,
  pointer: Pointer,
  cut: DatasetCut,
  where: Query,
): Promise<ListedFeature[]> {
  const query = { columns: 'e.west, e.south, e.east, e.north', ...where };
  const { rows, partsOf } = await rowsOf<Box>(client, pointer, cut, query);
  return rows.map((row) => {
    const { west, south, east, north } = row;
    return { ...partsOf(row), bounds: degreesOf([west, south, east, north]) };
  });
}

type Box = Readonly<Record<'west' | 'south' | 'east' | 'north', number>>;

/** Reads a feature as a query, which a thread makes; null if there is none. */
export async function shapeOf(
  { reads, pool }: { readonly reads: pg.Pool; readonly pool: WorkerPool },
  pointer: Pointer,
  cut: DatasetCut,
  id: number,
): Promise<FeatureShape | null> {
  const query = { columns: 'e.blob', text: 'WHERE e.id = $1', values: [id] };
  const { rows, partsOf } = await rowsOf<{ blob: Buffer }>(reads, pointer, cut, query);
  const [row] = rows;
  if (row === undefined) return null;
  const request: MeasureWork = { kind: 'shape', blob: row.blob };
  return { ...((await pool.call(request, { heavy: true })) as QueryShape), ...partsOf(row) };
}

/** Reads columns of features; `partsOf` returns the id and the requested attributes of a row. */
async function rowsOf<Row extends object>(
  client: pg.Pool | pg.PoolClient,
  { tables, fields }: Pointer,
  cut: DatasetCut,
  { columns, text, values }: Query & { readonly columns: string },
): Promise<{
  readonly rows: readonly Row[];
  partsOf(row: Row): Pick<StoredFeature, 'id' | 'properties'>;
}> {
  const plan = planCut(fields, cut);
  const attributes = plan.places.map(({ index }) => `, a.${columnOf(index)}`).join('');
  const { rows } = await client.query<Row & Record<string, unknown>>(
    `SELECT e.id, ${columns}${attributes}
       FROM ${tables.exact} e JOIN ${tables.attributes} a ON a.id = e.id ${text}`,
    [...values],
  );
  const partsOf = (row: Row) => {
    const all = row as Row & Record<string, unknown>;
    return { id: all['id'] as number, properties: attributesOf(plan, valuesOf(all, fields)) };
  };
  return { rows, partsOf };
}
