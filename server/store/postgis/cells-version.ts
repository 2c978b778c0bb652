import { rowsTouching, type CellGrid } from '../../geometry/cells-inside.ts';
import type { CellsInside, CellsRequest } from '../store.ts';
import type { AnalysisContext } from './analyse-version.ts';
import type { MeasureWork } from './measure-worker.ts';
import type { Pointer } from './pointers.ts';

/**
 * Measures the cells of a raster inside an area; null if the dataset is not a raster. PostgreSQL sends
 * the rows of the area, and a thread measures them. Throws `DeadlineExceeded`.
 */
export async function cellsVersion(
  { client, pool, timeout }: AnalysisContext,
  { tables, version }: Pointer,
  { geometry: { packed } }: CellsRequest,
): Promise<CellsInside | null> {
  const end = performance.now() + timeout;
  const about = await client.query<Record<'width' | 'height', number> & { bounds: string }>(
    `SELECT bounds, width, height FROM ${tables.raster} WHERE version = $1`,
    [version],
  );
  const [row] = about.rows;
  if (row === undefined) return null;
  const { width, height } = row;
  const grid: CellGrid = { bounds: JSON.parse(row.bounds) as CellGrid['bounds'], width, height };
  const rows = rowsTouching(packed, grid);
  const read = await client.query<{ part: Buffer }>(
    `SELECT substring(cells FROM $2 FOR $3) AS part FROM ${tables.raster} WHERE version = $1`,
    [version, rows.from * width + 1, rows.count * width],
  );
  const values = read.rows[0]?.part ?? new Uint8Array();
  const request: MeasureWork = { kind: 'cells', query: packed, grid, part: { rows, values } };
  const left = Math.max(1, end - performance.now());
  return (await pool.call(request, { heavy: true, timeout: left })) as CellsInside;
}
