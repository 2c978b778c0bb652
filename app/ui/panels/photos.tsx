import { X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { siteAddress } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Thumbnails that open in a dialog. Images that fail to load are left out. */
export default function Photos({
  label,
  addresses,
}: {
  label: string;
  addresses: readonly string[];
}): ReactNode {
  const t = useTexts();
  const { isStatic } = useAtlas().bundles;
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const wordsOf = (address: string): string =>
    t('feature.photo', { label, number: addresses.indexOf(address) + 1 });
  const enlarge = (address: string): void => {
    setOpen(address);
    dialog.current?.showModal();
  };
  const addressOf = (address: string): string => (isStatic ? siteAddress(address) : address);
  const shown = addresses.filter((address) => !failed.has(address));
  if (shown.length === 0) return <span className="soft">{t('feature.photos-failed')}</span>;
  return (
    <>
      <ul className="photos">
        {shown.map((address) => (
          <li key={address}>
            <button type="button" aria-haspopup="dialog" onClick={() => enlarge(address)}>
              <img
                src={addressOf(address)}
                alt={wordsOf(address)}
                width="100"
                height="75"
                loading="lazy"
                onError={() => setFailed((before) => new Set(before).add(address))}
              />
            </button>
          </li>
        ))}
      </ul>
      <dialog
        ref={dialog}
        className="photo-dialog"
        aria-label={open === null ? label : wordsOf(open)}
        onClose={() => setOpen(null)}
        // Escape closes the dialog, not the panel under it.
        onKeyDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          if (event.target === dialog.current) dialog.current.close();
        }}
      >
        {open !== null && <img src={addressOf(open)} alt="" />}
        <div>
          <span>{open !== null && wordsOf(open)}</span>
          <button
            type="button"
            className="icon icon-large"
            aria-label={t('feature.close')}
            onClick={() => dialog.current?.close()}
          >
            <X size={20} />
          </button>
        </div>
      </dialog>
    </>
  );
}
