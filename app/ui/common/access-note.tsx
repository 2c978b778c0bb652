import { observer } from 'mobx-react-lite';
import { useId, useState, type ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { accessSentence } from '../../stores/bundle/access-sentence.ts';
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

/** The sentence that says how to get access, and a link to ask for it. */
export const AccessWay = observer(function AccessWay({
  locked,
}: {
  locked: GroupEntry['locked'];
}): ReactNode {
  const { index } = useAtlas().bundles;
  if (!locked) return null;
  return (
    <>
      {accessSentence({ locked }, index)} <AccessLink />
    </>
  );
});
