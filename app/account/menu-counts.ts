import type { AccountStore } from './account-store.ts';
import { countWaiting } from './admin-calls.ts';
import { countNewAnswers } from './seen-answers.ts';

/** The numbers beside the links of the account menu. */
interface MenuCounts {
  /** Answers to the messages of the visitor that were not seen. */
  readonly answers: number;
  /** Requests for access and messages of visitors that wait, for operators; otherwise 0. */
  readonly requests: number;
  readonly reports: number;
}

/** What counts again, for each menu of the page. */
const counting = new Set<() => void>();

/**
 * Shows the numbers until `signal` is aborted: now, when the visitor comes back to the page, and after
 * `countAgain`.
 */
export function followCounts(
  account: AccountStore,
  show: (counts: MenuCounts) => void,
  signal: AbortSignal,
): void {
  const count = (): void => {
    if (signal.aborted || document.visibilityState === 'hidden') return;
    void menuCounts(account).then((counts) => signal.aborted || show(counts));
  };
  count();
  if (signal.aborted) return;
  counting.add(count);
  document.addEventListener('visibilitychange', count, { signal });
  signal.addEventListener('abort', () => counting.delete(count));
}

/** Counts again what waits, after the visitor has changed it. */
export function countAgain(): void {
  for (const count of counting) count();
}

/** Asks for the numbers; those that the server does not answer are 0. */
export async function menuCounts(account: AccountStore): Promise<MenuCounts> {
  const [answers, waiting] = await Promise.all([
    countNewAnswers(account),
    account.profile?.operator === true ? account.call(countWaiting) : null,
  ]);
  const { requests, messages } = waiting?.ok ? waiting.value : { requests: 0, messages: 0 };
  return { answers, requests, reports: messages };
}
