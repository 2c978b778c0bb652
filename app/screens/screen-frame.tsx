import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pagePath, screenPath } from 'atlas-engine/runtime';
import { mapAddress } from '../keep-address.ts';
import { AccountMenu } from '../ui/page/account-menu.tsx';
import { useAtlas, useTexts } from '../ui/common/atlas-context.ts';
import { Emblem, LanguageSwitch } from '../ui/page/header.tsx';

/**
 * A screen other than the map: a bar with the title of the atlas, the language of the interface and the
 * way to the map, then the content and the links to other pages. The heading takes the focus.
 */
export const ScreenFrame = observer(function ScreenFrame({
  title,
  language,
  children,
}: {
  title: string;
  /** The language of the content, if it may differ from that of the interface. */
  language?: string | undefined;
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
      <main className="screen-main" lang={language}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
      <ScreenFoot />
    </div>
  );
});

/** The links below every screen: the contact form, and the pages of text. */
const ScreenFoot = observer(function ScreenFoot(): ReactNode {
  const { account, locale, pages = [] } = useAtlas().bundles.index;
  const t = useTexts();
  return (
    <footer className="screen-foot">
      {account.forms.includes('contact') && (
        <Link to={screenPath('contact')}>{t('session.contact')}</Link>
      )}
      {pages.map(({ id, title }) => (
        <Link key={id} to={pagePath(id, locale) ?? '/'}>
          {title}
        </Link>
      ))}
    </footer>
  );
});
