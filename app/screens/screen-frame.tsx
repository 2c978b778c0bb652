import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { mapAddress } from '../keep-address.ts';
import { AccountMenu } from '../ui/page/account-menu.tsx';
import { useAtlas, useTexts } from '../ui/common/atlas-context.ts';
import { Emblem, LanguageSwitch } from '../ui/page/header.tsx';

/**
 * A screen other than the map: a bar with the title of the atlas, the language of the interface and the
 * way to the map, then the content. The heading takes the focus.
 */
export const ScreenFrame = observer(function ScreenFrame({
  title,
  language,
  narrow = false,
  wide = false,
  children,
}: {
  title: string;
  /** The language of the content, if it may differ from that of the interface. */
  language?: string | undefined;
  /** Whether the content is a short form or message. */
  narrow?: boolean;
  /** Whether the content is a list of cards. */
  wide?: boolean;
  children: ReactNode;
}): ReactNode {
  const { address, bundles, screen } = useAtlas();
  const t = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    screen.setTitle(title);
    heading.current?.focus({ preventScroll: true });
  }, [screen, title]);
  return (
    <div className="screen">
      <header className="screen-bar">
        <Emblem />
        <p className="screen-atlas">{bundles.index.title}</p>
        <LanguageSwitch />
        <AccountMenu className="icon icon-large" />
        <Link className="button" to={mapAddress(address.parts)}>
          {t('screen.map')}
        </Link>
      </header>
      <main
        className={`screen-main${narrow ? ' screen-narrow' : ''}${wide ? ' screen-wide' : ''}`}
        lang={language}
      >
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
});
