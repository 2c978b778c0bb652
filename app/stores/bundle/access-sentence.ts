import { translator, type BundleIndex, type GroupEntry } from 'atlas-engine/runtime';
import { endedSentences } from './consent-sentence.ts';

/**
 * Returns how a visitor gets access to a locked group, in the language of the index; or why nobody has
 * it.
 */
export function accessSentence(
  { locked, ended }: Pick<GroupEntry, 'locked' | 'ended'>,
  index: BundleIndex,
): string {
  if (ended) return endedSentences({ ended }, index);
  const t = translator(index);
  if (locked?.granted === 'on-confirmation') return t('group.ask-on-confirmation');
  const level = index.levels.find(({ id }) => id === locked?.level)?.name ?? '';
  const key = locked?.granted === 'by-operator' ? 'group.ask-by-operator' : 'group.ask-other';
  return t(key, { level });
}
