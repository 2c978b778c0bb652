import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { listOf } from 'atlas-engine/runtime';
import type { FailedPart } from '../../stores/failures-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Names what could not be loaded, until it is. */
export const FailureNotice = observer(function FailureNotice(): ReactNode {
  const { failures } = useAtlas();
  const t = useTexts();
  const sentences = useSentences(failures.shown);
  if (sentences.length === 0) return null;
  return (
    <div className="float notice">
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <button type="button" className="link" onClick={() => void failures.recovery.retryAll()}>
        {t('group.retry')}
      </button>
      <button
        type="button"
        className="icon"
        aria-label={t('notice.close')}
        onClick={failures.close}
      >
        <X size={16} />
      </button>
    </div>
  );
});

function useSentences(parts: readonly FailedPart[]): readonly string[] {
  const { bundles } = useAtlas();
  const t = useTexts();
  const names = parts.flatMap((part) => {
    if (part === 'relief') return [t('map.relief')];
    if (typeof part === 'string') return [];
    return [bundles.entries.get(part.group)?.entry.name ?? part.group];
  });
  return [
    ...(parts.includes('line') ? [t('failure.offline')] : []),
    ...(parts.includes('base') ? [t('map.base-failed')] : []),
    ...(names.length > 0 ? [t('failure.layers', { names: listOf(names, bundles.index) })] : []),
    ...(parts.includes('symbols') ? [t('failure.symbols')] : []),
    ...(parts.includes('session') ? [t('failure.session')] : []),
  ];
}
