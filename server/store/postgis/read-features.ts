import type pg from 'pg';
import { unpackToGeoJson } from '../../geometry/pack-geojson.ts';
import { decodeGeometry } from '../../geometry/packed.ts';
import { TimeSlices } from '../../time/time-slices.ts';
import { attributesOf, planCut } from '../attributes.ts';
import { unitsOf } from '../query-geometry.ts';
import { EDGE_PART } from '../measure-inside.ts';
import type { DatasetCut, IntersectsRequest, PageRequest, StoredFeature } from '../store.ts';
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
  { tables, fields }: Pointer,
  cut: DatasetCut,
  where: Query,
): Promise<StoredFeature[]> {
  const plan = planCut(fields, cut);
  const columns = plan.places.map(({ index }) => `, a.${columnOf(index)}`).join('');
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT e.id, e.blob${columns}
       FROM ${tables.exact} e JOIN ${tables.attributes} a ON a.id = e.id ${where.text}`,
    [...where.values],
  );
  const found: StoredFeature[] = [];
  const slices = new TimeSlices();
  for (const row of rows) {
    found.push({
      id: row['id'] as number,
      geometry: unpackToGeoJson(decodeGeometry(row['blob'] as Buffer)),
      properties: attributesOf(plan, valuesOf(row, fields)),
    });
    if (slices.over) await slices.pause();
  }
  return found;
}
