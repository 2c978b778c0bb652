import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from './atlas-context.ts';

/**
 * The side panel, which replaces the bottom sheet's content on a phone. Its title takes the focus;
 * closing it restores the previous focus.
 */
export function SidePanel({
  title,
  language,
  subtitle,
  onClose,
  foot,
  children,
}: {
  title: string;
  /** The language of the title, if it differs from that of the page. */
  language?: string | undefined;
  subtitle: readonly (string | false | undefined)[];
  onClose: () => void;
  /** What stays in view below the content. */
  foot?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const t = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      // The focus is lost with the panel, unless the visitor has moved it.
      if (document.activeElement !== document.body) return;
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
      {/* A scrollable element must be focusable to scroll by keyboard. */}
      <div className="side-body" tabIndex={0}>
        {children}
      </div>
      {foot && <div className="side-foot">{foot}</div>}
    </section>
  );
}
