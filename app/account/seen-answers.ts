/** Which answers to their messages people have seen in this browser. */
import type { OwnMessageAnswer } from 'atlas-engine/http';
import type { AccountStore } from './account-store.ts';

/** The key of the stored ids of the messages whose answers were seen. */
const KEY = 'atlas-seen-answers';

type Answered = Pick<OwnMessageAnswer, 'id' | 'answer'>;

/** Asks for the messages, and counts the answers that were not seen; 0 if the server has no list. */
export async function countNewAnswers(account: AccountStore): Promise<number> {
  const messages = await account.call((client) => client.messages());
  return messages.ok ? newAnswers(messages.value).length : 0;
}

/** Returns the messages whose answers were not seen; none if the browser forbids its storage. */
export function newAnswers(
  messages: readonly Answered[],
  storage: () => Storage = () => localStorage,
): readonly Answered[] {
  try {
    const seen = seenIn(storage());
    return messages.filter(({ id, answer }) => answer !== '' && !seen.includes(id));
  } catch {
    return [];
  }
}

/** Notes that the answers to messages were seen. */
export function noteSeenAnswers(
  messages: readonly Answered[],
  storage: () => Storage = () => localStorage,
): void {
  const ids = newAnswers(messages, storage).map(({ id }) => id);
  if (ids.length === 0) return;
  try {
    storage().setItem(KEY, JSON.stringify([...seenIn(storage()), ...ids]));
  } catch {
    // The storage is full; the answers are new again.
  }
}

function seenIn(storage: Storage): readonly unknown[] {
  const text = storage.getItem(KEY);
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
