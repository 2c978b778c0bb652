import { observer } from 'mobx-react-lite';
import { useId, useState, type ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { accessSentence } from '../../stores/bundle/access-sentence.ts';
import { endedSentences } from '../../stores/bundle/consent-sentence.ts';
import { AccessLink } from './access-link.tsx';
import { useAtlas, useTexts } from './atlas-context.ts';

/**
 * How to get access to a locked group: one line, which unfolds to the level that is required. If nobody
 * may see the data, the line says why.
 */
export const AccessNote = observer(function AccessNote({
  entry,
}: {
  entry: GroupEntry;
}): ReactNode {
  const t = useTexts();
  const { isStatic } = useAtlas().bundles;
  const [asked, setAsked] = useState(false);
  const id = useId();
  if (entry.ended) return <EndedNote entry={entry} />;
  if (isStatic) return <p className="row-note">{t('static.locked')}</p>;
  return (
    <div className="row-note">
      {t('group.locked')}{' '}
      <button
        type="button"
        className="link"
        aria-expanded={asked}
        aria-controls={id}
        aria-label={`${t('group.ask')}: ${entry.name}`}
        onClick={() => setAsked(!asked)}
      >
        {t('group.ask')}
      </button>
      <p id={id} hidden={!asked}>
        <AccessWay entry={entry} />
      </p>
    </div>
  );
});

/** The sentence that says how to get access, and a link to ask for it. */
export const AccessWay = observer(function AccessWay({
  entry,
}: {
  entry: Pick<GroupEntry, 'locked' | 'ended'>;
}): ReactNode {
  const { index } = useAtlas().bundles;
  if (!entry.locked) return null;
  return (
    <>
      {accessSentence(entry, index)} {!entry.ended && <AccessLink level={entry.locked.level} />}
    </>
  );
});

/** Says in a panel that a group is locked, and how to get access, or why nobody has it. */
export const AccessCaution = observer(function AccessCaution({
  entry,
}: {
  entry: GroupEntry;
}): ReactNode {
  const t = useTexts();
  const { isStatic } = useAtlas().bundles;
  if (!entry.locked) return null;
  if (isStatic && !entry.ended) return <p className="caution">{t('static.locked')}</p>;
  return (
    <p className="caution">
      {!entry.ended && t('group.locked')} <AccessWay entry={entry} />
    </p>
  );
});

/** Says why some or all data of a group are no longer shown. */
export const EndedNote = observer(function EndedNote({ entry }: { entry: GroupEntry }): ReactNode {
  const { index } = useAtlas().bundles;
  if (!entry.ended) return null;
  return <p className="row-note">{endedSentences(entry, index)}</p>;
});
