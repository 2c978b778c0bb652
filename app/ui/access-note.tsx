import { observer } from 'mobx-react-lite';
import { useId, useState, type ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { AccessLink } from './access-link.tsx';
import { useAtlas, useTexts } from './atlas-context.ts';

/** How to get access to a locked group: one line, which unfolds to the level that is required. */
export const AccessNote = observer(function AccessNote({
  entry,
}: {
  entry: GroupEntry;
}): ReactNode {
  const t = useTexts();
  const [asked, setAsked] = useState(false);
  const id = useId();
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
        <AccessWay locked={entry.locked} />
      </p>
    </div>
  );
});

/** The sentence that says how the required level is granted, and a link to ask for it. */
export const AccessWay = observer(function AccessWay({
  locked,
}: {
  locked: GroupEntry['locked'];
}): ReactNode {
  const { levels } = useAtlas().bundles.index;
  const t = useTexts();
  if (!locked) return null;
  const level = levels.find(({ id }) => id === locked.level)?.name ?? '';
  return (
    <>
      {locked.granted === 'on-confirmation'
        ? t('group.ask-on-confirmation')
        : t(locked.granted === 'by-operator' ? 'group.ask-by-operator' : 'group.ask-other', {
            level,
          })}{' '}
      <AccessLink />
    </>
  );
});
