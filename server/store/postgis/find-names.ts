import type { Pool } from 'pg';
import { UNITS_PER_DEGREE } from '../../geometry/packed.ts';
import { attributesOf, planCut } from '../attributes.ts';
import { indexOf } from '../search-order.ts';
import type { Bounds, DatasetCut, SearchHit, SearchRequest } from '../store.ts';
import type { Pointer } from './pointers.ts';
import { columnOf, valuesOf } from './version-tables.ts';

const BEST_FIRST = 'n.fit, n.rank DESC NULLS LAST, n.names COLLATE "C", n.id';

/**
 * Finds names in the index that has exactly the fields of the request. The best names come first.
 */
export async function findNames(
  pool: Pool,
  { tables, fields, searches }: Pointer,
  cut: DatasetCut,
  { words, limit, offset = 0 }: Omit<SearchRequest, 'cuts'>,
): Promise<SearchHit[]> {
  const index = indexOf(searches, cut.fields);
  if (index === -1) return [];
  const plan = planCut(fields, cut);
  const columns = plan.places.map(({ index: place }) => `, a.${columnOf(place)}`).join('');
  const whole = `|${words.join(' ')}`;
  // Words are letters and digits, so they need no escaping in a tsquery.
  const query = [...new Set(words)].map((word) => `'${word}':*`).join(' & ');
  const { rows } = await pool.query<Record<string, unknown>>(
    `WITH best AS (
       SELECT * FROM (
         SELECT id, names, rank, CASE WHEN strpos(names, $1) > 0 THEN 0
                                      WHEN strpos(names, $2) > 0 THEN 1 ELSE 2 END AS fit
           FROM ${tables.searches[index]} WHERE words @@ $3::tsquery) n
        ORDER BY ${BEST_FIRST} LIMIT $4 OFFSET $5)
     SELECT n.id, n.names, n.rank, n.fit, e.west, e.south, e.east, e.north${columns}
       FROM best n JOIN ${tables.attributes} a ON a.id = n.id JOIN ${tables.exact} e ON e.id = n.id
      ORDER BY ${BEST_FIRST}`,
    [`${whole}|`, whole, query, limit, offset],
  );
  return rows.map((row) => ({
    dataset: cut.dataset,
    id: row['id'] as number,
    bounds: ['west', 'south', 'east', 'north'].map(
      (side) => (row[side] as number) / UNITS_PER_DEGREE,
    ) as unknown as Bounds,
    properties: attributesOf(plan, valuesOf(row, fields)),
    fit: row['fit'] as SearchHit['fit'],
    rank: row['rank'] as number | null,
    names: row['names'] as string,
  }));
}
