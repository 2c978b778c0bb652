import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import type { BundleNotice } from 'atlas-engine/runtime';
import type { Notice } from '../../stores/page/ui-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { FailureNotice } from './failure-notice.tsx';
import { RichText } from '../common/rich-text.tsx';

/**
 * Short messages over the map, the most important and the newest first. Each can be closed; some offer
 * an action. A phone shows only the first.
 */
export const Notices = observer(function Notices(): ReactNode {
  const { ui, bundles, welcome } = useAtlas();
  const t = useTexts();
  const { announcement } = ui;
  return (
    <>
      <div className="notices" role="status">
        {bundles.outdated && (
          <div className="float notice">
            <p>{t('app.outdated')}</p>
            <button type="button" className="link" onClick={() => window.location.reload()}>
              {t('app.reload')}
            </button>
          </div>
        )}
        <FailureNotice />
        {ui.notices.toReversed().map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
        <WelcomeLine />
        {welcome.banners.map((notice) => (
          <Banner key={notice.id} notice={notice} />
        ))}
      </div>
      <p className="sr-only" aria-live="polite">
        {announcement && t(announcement.text, announcement.values)}
      </p>
    </>
  );
});

/**
 * The title of the welcome notice, for those who have seen it or follow a link. Who closes it a second
 * time does not see it again.
 */
const WelcomeLine = observer(function WelcomeLine(): ReactNode {
  const { ui, welcome } = useAtlas();
  const t = useTexts();
  const notice = welcome.welcome;
  if (!notice || !welcome.isLine(ui)) return null;
  return (
    <div className="float notice welcome-line">
      <p>{notice.title}</p>
      <button type="button" className="link" onClick={welcome.reopen}>
        {t('welcome.read')}
      </button>
      <button
        type="button"
        className="icon"
        aria-label={t('notice.close')}
        onClick={() => welcome.close(notice, { forever: welcome.wasSeen })}
      >
        <X size={16} />
      </button>
    </div>
  );
});

/** A notice that the atlas declares. Closing it hides it until it has a higher version. */
const Banner = observer(function Banner({ notice }: { notice: BundleNotice }): ReactNode {
  const { welcome } = useAtlas();
  const t = useTexts();
  return (
    <section className="float notice banner" aria-label={notice.title}>
      <div className="banner-text">
        <h2>{notice.title}</h2>
        <RichText text={notice.text} />
      </div>
      <button
        type="button"
        className="icon"
        aria-label={t('welcome.banner-close', { title: notice.title })}
        onClick={() => welcome.close(notice, { forever: true })}
      >
        <X size={16} />
      </button>
    </section>
  );
});

function NoticeCard({ notice }: { notice: Notice }): ReactNode {
  const { ui } = useAtlas();
  const t = useTexts();
  const { id, stays, action } = notice;
  useEffect(() => {
    if (stays === undefined) return undefined;
    const timer = setTimeout(() => ui.dismiss(id), stays);
    return () => clearTimeout(timer);
  }, [ui, id, stays]);
  return (
    <div className="float notice">
      <p>{t(notice.text, notice.values)}</p>
      {action && (
        <button
          type="button"
          className="link"
          onClick={() => {
            ui.dismiss(id);
            action.run();
          }}
        >
          {t(action.text)}
        </button>
      )}
      <button
        type="button"
        className="icon"
        aria-label={t('notice.close')}
        onClick={() => ui.dismiss(id)}
      >
        <X size={16} />
      </button>
    </div>
  );
}
