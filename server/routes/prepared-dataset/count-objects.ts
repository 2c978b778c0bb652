/** Counts the objects in an area before they are ordered. */
import type { DownloadCounts } from 'atlas-engine/http';
import type { Asker } from '../../access/asker.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import { decideDownload, mayBeWide } from '../../downloads/permission.ts';
import { checkedArea, countIn, type Reading } from './read-request.ts';

/** Time limit for all datasets in milliseconds. */
const ALL_MS = 5_000;

/**
 * Returns the number of objects in an area of each dataset that the account may download there: over
 * an area that reaches the limit, only of those that everyone may view. Others leave no trace. Throws
 * a `Refusal` with 400 for an area that is not valid.
 */
export async function countObjects(
  area: unknown,
  visitor: Asker,
  reading: Reading,
): Promise<DownloadCounts> {
  const { snapshot } = reading.call.request.atlas;
  const { geometry, isWide } = await checkedArea(area, reading);
  const store = storeUnder(reading.store, snapshot, 'download');
  const until = performance.now() + ALL_MS;
  const datasets: { id: string; count: number }[] = [];
  for (const [id, { stored }] of snapshot.datasets) {
    const isLoaded = Object.keys(stored).length > 0;
    const isOpen = decideDownload(snapshot, visitor, id).allow;
    if (!isLoaded || !isOpen || (isWide && !mayBeWide(snapshot, id))) continue;
    const timeout = until - performance.now();
    if (timeout <= 0) break;
    const count = await countIn({ dataset: id, geometry, timeout }, store);
    if (count !== null) datasets.push({ id, count });
  }
  return { datasets };
}
