import { translator, type BundleIndex, type GroupEntry } from 'atlas-engine/runtime';

/** Returns how a visitor gets access to a locked group, in the language of the index. */
export function accessSentence({ locked }: Pick<GroupEntry, 'locked'>, index: BundleIndex): string {
  const t = translator(index);
  if (locked?.granted === 'on-confirmation') return t('group.ask-on-confirmation');
  const level = index.levels.find(({ id }) => id === locked?.level)?.name ?? '';
  const key = locked?.granted === 'by-operator' ? 'group.ask-by-operator' : 'group.ask-other';
  return t(key, { level });
}
