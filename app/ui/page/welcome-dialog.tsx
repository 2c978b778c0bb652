import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import type { BundleNotice } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { PageLinks } from './page-links.tsx';
import { RichText } from '../common/rich-text.tsx';
import { KEYBOARD, useMedia } from '../common/use-media.ts';
import { useModal } from '../common/use-modal.ts';

/** The welcome notice, on a first visit and when it is opened again. */
export const Welcome = observer(function Welcome(): ReactNode {
  const { welcome } = useAtlas();
  return welcome.isOpen && welcome.welcome && <WelcomeDialog notice={welcome.welcome} />;
});

const WelcomeDialog = observer(function WelcomeDialog({
  notice,
}: {
  notice: BundleNotice;
}): ReactNode {
  const { ui, welcome } = useAtlas();
  const t = useTexts();
  // The browser would focus the first link.
  const dialog = useModal('.button-main');
  const hasKeys = useMedia(KEYBOARD);
  const [forever, setForever] = useState(welcome.dismissed.has(notice.id));
  return (
    <dialog
      ref={dialog}
      className="welcome"
      aria-labelledby="welcome-title"
      onClose={() => welcome.close(notice, { forever })}
    >
      <h2 id="welcome-title" tabIndex={-1}>
        {notice.title}
      </h2>
      <div className="welcome-text">
        <RichText text={notice.text} />
      </div>
      <PageLinks />
      {hasKeys && (
        <button
          type="button"
          className="link welcome-keys"
          onClick={() => {
            dialog.current?.close();
            ui.setKeysOpen(true);
          }}
        >
          {t('welcome.keys')}
        </button>
      )}
      <div className="welcome-foot">
        <label className="welcome-again">
          <input
            type="checkbox"
            checked={forever}
            onChange={(event) => setForever(event.target.checked)}
          />
          {t('welcome.not-again')}
        </label>
        <button
          type="button"
          className="button button-main"
          onClick={() => dialog.current?.close()}
        >
          {t('welcome.close')}
        </button>
      </div>
    </dialog>
  );
});
