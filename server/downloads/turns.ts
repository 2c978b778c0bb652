/** The order of the downloads that wait: accounts take turns, each with its oldest download. */
import { groupBy } from 'atlas-engine/runtime';
import type { Download } from '../accounts/download.ts';

export type WaitingDownload = Pick<Download, 'id' | 'account'>;

/**
 * Returns downloads in the order in which they begin. Accounts take turns in the order of their ids,
 * beginning with the next one after `last`, the account of the download that began last.
 *
 * @param waiting Oldest first.
 */
export function inTurns<T extends WaitingDownload>(
  waiting: readonly T[],
  last: number,
): readonly T[] {
  const queues = [...groupBy(waiting, ({ account }) => account)]
    .sort(([a], [b]) => Number(a <= last) - Number(b <= last) || a - b)
    .map(([, own]) => own);
  const rounds = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    queues.flatMap((own) => own.slice(round, round + 1)),
  ).flat();
}
