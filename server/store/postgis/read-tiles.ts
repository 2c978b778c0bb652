import { createHash } from 'node:crypto';
import type pg from 'pg';
import { thinnedAt, tileNumber } from '../thinned-tiles.ts';
import type { DatasetCut, TileRequest } from '../store.ts';
import { renameAttributes } from './merge-tiles.ts';
import type { Pointer } from './pointers.ts';
import { tileQuery, type TileTable } from './tile-query.ts';

/** Lowest zoom at which tiles use named (prepared) statements. */
const NAMED_FROM_ZOOM = 8;

/**
 * Names a statement, so that it is planned once per connection: planning takes longer than reading
 * a small tile. The large tiles of low zooms are not named, because a plan for their values makes
 * them faster.
 */
export function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** Returns the table of the thinned tiles of a cut, if it has the tile; undefined for a whole tile. */
export async function thinnedTable(
  pool: pg.Pool,
  { tables, thinned }: Pointer,
  { fields }: DatasetCut,
  tile: Omit<TileRequest, 'cuts'>,
): Promise<string | undefined> {
  const index = thinnedAt(thinned, fields, tile.z);
  if (index === -1) return undefined;
  const table = tables.thinned[index]!;
  const text = `SELECT FROM ${table} WHERE id = $1`;
  const { rowCount } = await pool.query({ name: nameOf(text), text, values: [tileNumber(tile)] });
  return rowCount === 0 ? undefined : table;
}

/** Returns one layer of a tile with the features of one dataset. */
export async function tileOf(
  pool: pg.Pool,
  { fields }: Pointer,
  cut: DatasetCut,
  request: Omit<TileRequest, 'cuts'> & { readonly table: TileTable },
): Promise<Uint8Array> {
  const { text, values, renamed } = tileQuery(fields, cut, request.table, request);
  const { rows } = await pool.query<{ tile: Buffer }>({
    ...(request.z >= NAMED_FROM_ZOOM && { name: nameOf(text) }),
    text,
    values: [...values],
  });
  return renameAttributes(request.layer, rows[0]!.tile, renamed);
}
