import { NO_OVERLAPS, type MeasuredOverlaps } from '../measure-overlaps.ts';
import type { Overlaps, OverlapsRequest } from '../store.ts';
import { touching, type AnalysisContext } from './analyse-version.ts';
import type { MeasureWork } from './measure-worker.ts';
import { limitStatement } from './nearest-features.ts';
import type { Pointer } from './pointers.ts';
import { listed } from './read-features.ts';

/**
 * Finds and measures the features that overlap a feature of this or another dataset; null if there is no
 * such feature. PostGIS finds them, and a thread measures them as for the embedded store. Throws
 * `DeadlineExceeded`.
 */
export async function overlapsVersion(
  { client, pool, timeout }: AnalysisContext,
  { pointer, of: own }: { readonly pointer: Pointer; readonly of: Pointer },
  { of, limit, ...cut }: OverlapsRequest,
): Promise<Overlaps | null> {
  const end = performance.now() + timeout;
  const { rows } = await client.query<{ blob: Buffer; area: number | null }>(
    `SELECT blob, area FROM ${own.tables.exact} WHERE id = $1`,
    [of.id],
  );
  const [asked] = rows;
  if (asked === undefined) return null;
  const select = `SELECT shape FROM ${own.tables.exact} WHERE id = $1`;
  const area = { select, values: [of.id] };
  const found = await touching({ client, end }, pointer, { area, field: null, sums: [] });
  if (found.length === 0) return NO_OVERLAPS;
  const except = of.dataset === cut.dataset ? of.id : null;
  const request: MeasureWork = { kind: 'overlaps', ...asked, found, except, limit };
  const left = Math.max(1, end - performance.now());
  const measured = (await pool.call(request, { heavy: true, timeout: left })) as MeasuredOverlaps;
  await limitStatement(client, end);
  const ids = measured.largest.map(({ id }) => id);
  const where = { text: 'WHERE e.id = ANY($1::bigint[])', values: [ids] };
  const about = new Map((await listed(client, pointer, cut, where)).map((one) => [one.id, one]));
  const largest = measured.largest.map((one) => ({ ...one, ...about.get(one.id)! }));
  return { ...measured, largest };
}
