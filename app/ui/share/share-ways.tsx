import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../common/atlas-context.ts';
import { QrCode } from './qr-code.tsx';

/** Ways to send a link: WhatsApp, mail, the share menu of the device, and a QR code. */
export const ShareWays = observer(function ShareWays({
  link,
  title,
}: {
  link: string;
  /** What the link shows, for the subject of a mail. */
  title: string;
}): ReactNode {
  const t = useTexts();
  const [hasCode, setHasCode] = useState(false);
  const text = encodeURIComponent(`${title}\n${link}`);
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(link)}`;
  return (
    <div className="share-field">
      <div className="share-line share-ways">
        <a
          className="button"
          href={`https://wa.me/?text=${text}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('share.whatsapp')}
        </a>
        <a className="button" href={mail}>
          {t('share.mail')}
        </a>
        {'share' in navigator && (
          <button
            type="button"
            className="button"
            // The visitor may close the menu of the device, which is not an error.
            onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}
          >
            {t('share.send')}
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-expanded={hasCode}
          onClick={() => setHasCode(!hasCode)}
        >
          {t('share.code')}
        </button>
      </div>
      {hasCode && <QrCode link={link} label={t('share.code-label')} />}
    </div>
  );
});
