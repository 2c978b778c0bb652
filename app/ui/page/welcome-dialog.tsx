import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { BundleNotice } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { useDismiss } from '../common/use-dismiss.ts';
import { PageLinks } from './page-links.tsx';
import { RichText } from '../common/rich-text.tsx';
import { KEYBOARD, useMedia } from '../common/use-media.ts';
import { useModal } from '../common/use-modal.ts';

/** What closes parts of a page when the visitor goes back, in browsers that have it. */
interface Watcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

/** The title of the notice, at the bottom of a phone. */
export const WelcomeCard = observer(function WelcomeCard({
  notice,
}: {
  notice: BundleNotice;
}): ReactNode {
  const { welcome } = useAtlas();
  const t = useTexts();
  const card = useRef<HTMLElement>(null);
  const [forever, setForever] = useState(false);
  const close = useCallback(() => welcome.close(notice, { forever }), [welcome, notice, forever]);
  // The dialog begins with the checkbox as it is here.
  const read = (): void => {
    close();
    welcome.reopen();
  };
  useDismiss(card, '.welcome-card', close);
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
    if (!CloseWatcher) return undefined;
    const watcher = new CloseWatcher();
    watcher.onclose = close;
    return () => watcher.destroy();
  }, [close]);
  return (
    <section ref={card} className="float welcome-card" aria-labelledby="welcome-title">
      <div>
        <h2 id="welcome-title">{notice.title}</h2>
        <button type="button" className="icon" aria-label={t('notice.close')} onClick={close}>
          <X size={16} />
        </button>
      </div>
      <div>
        <NotAgain forever={forever} onChange={setForever} />
        <button type="button" className="link" onClick={read}>
          {t('welcome.read')}
        </button>
      </div>
    </section>
  );
});

function NotAgain({
  forever,
  onChange,
}: {
  forever: boolean;
  onChange: (forever: boolean) => void;
}): ReactNode {
  const t = useTexts();
  return (
    <label className="welcome-again">
      <input
        type="checkbox"
        checked={forever}
        onChange={(event) => onChange(event.target.checked)}
      />
      {t('welcome.not-again')}
    </label>
  );
}

/** The whole notice. */
export const WelcomeDialog = observer(function WelcomeDialog({
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
        <NotAgain forever={forever} onChange={setForever} />
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
