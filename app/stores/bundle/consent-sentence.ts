import {
  formatDate,
  translator,
  type BundleIndex,
  type EndedConsent,
  type GroupEntry,
} from 'atlas-engine/runtime';

/** Says why data are no longer shown, in the language of the index. */
export function endedSentence({ by, on, withdrawn }: EndedConsent, index: BundleIndex): string {
  const key = withdrawn ? 'consent.withdrawn' : 'consent.ended';
  return translator(index)(key, { by, date: formatDate(on, index.locale) });
}

/** Says why some or all data of a group are not shown; empty if no consent has ended. */
export function endedSentences(
  { ended = [] }: Pick<GroupEntry, 'ended'>,
  index: BundleIndex,
): string {
  return ended.map((consent) => endedSentence(consent, index)).join(' ');
}
