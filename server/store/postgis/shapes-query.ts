import { unitsOf } from '../query-geometry.ts';
import type { ShapesRequest } from '../store.ts';
import type { StoredField } from '../writer.ts';
import type { Query } from './tile-query.ts';
import { columnOf, inUnitSquare, type VersionTables } from './version-tables.ts';

/**
 * Returns the query of the features in a picture. Its result is one row with `bytes` and a list of
 * `values`, both null when there are none; a row per feature would take several times as long.
 */
export function shapesQuery(
  tables: VersionTables,
  fields: readonly StoredField[],
  { fields: asked, bbox, tier, limit }: ShapesRequest,
): Query {
  const columns = asked.map((field) => {
    const place = fields.findIndex(({ name }) => name === field);
    if (place === -1) return 'NULL';
    const column = `a.${columnOf(place)}`;
    return fields[place]!.type === 'list' ? `${column}::json` : column;
  });
  const value = `json_build_array(${columns.join()})`;
  const attributes = columns.length === 0 ? '' : `JOIN ${tables.attributes} a ON a.id = s.id`;
  const [west, south, east, north] = unitsOf(bbox);
  const [left, bottom, right, top] = inUnitSquare(Int32Array.of(west, south, east, north));
  return {
    // Aggregates use the order of the inner query (PostgreSQL manual, section 9.21).
    text: `SELECT string_agg(blob, ''::bytea) AS bytes, json_agg(value) AS values FROM (
             SELECT s.blob, ${value} AS value FROM ${tables.shapes(tier)} s ${attributes}
              WHERE s.shape && ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8)
                AND s.west <= $7::integer AND s.east >= $5::integer
                AND s.south <= $8::integer AND s.north >= $6::integer
              ORDER BY s.id LIMIT $9) shown`,
    values: [left, bottom, right, top, west, south, east, north, limit],
  };
}
