import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from './atlas-context.ts';

/**
 * The panel at the right edge, on a phone in the place of the sheet: a title that takes the focus,
 * what it is, its content. Closing gives the focus back to where it was.
 */
export function SidePanel({
  title,
  language,
  subtitle,
  onClose,
  children,
}: {
  title: string;
  /** The language of the title, where it is not that of the page. */
  language?: string | undefined;
  subtitle: readonly (string | false | undefined)[];
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const t = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      className="side-panel"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="side-head">
        <div>
          <h2 ref={heading} tabIndex={-1} lang={language}>
            {title}
          </h2>
          <p className="soft">{subtitle.filter(Boolean).join(' · ')}</p>
        </div>
        <button
          type="button"
          className="icon icon-large"
          aria-label={t('feature.close')}
          onClick={onClose}
        >
          <X size={20} />
        </button>
      </div>
      {/* Scrolls, hence takes the focus: else the keyboard could not reach its end. */}
      <div className="side-body" tabIndex={0}>
        {children}
      </div>
    </section>
  );
}
