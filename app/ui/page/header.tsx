import { ChevronsLeft } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { HelpButton } from './help-button.tsx';
import { interfaceTheme } from './theme.ts';

/** The emblem: the logo of the atlas, or tree rings. */
export const Emblem = observer(function Emblem(): ReactNode {
  const { bases, bundles } = useAtlas();
  const { logo, tokens } = bundles.index;
  if (logo) {
    const { ground } = interfaceTheme(tokens, bases.current);
    // The title beside it says the same.
    return <img className="logo" src={logo[ground]} alt="" />;
  }
  return (
    <svg className="emblem" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      {[14.5, 10.5, 6.5].map((radius) => (
        <circle key={radius} cx="16" cy="16" r={radius} />
      ))}
      <circle className="emblem-core" cx="16" cy="16" r="2.6" />
    </svg>
  );
});

/** One button per language of the atlas; the current one is pressed. */
export const LanguageSwitch = observer(function LanguageSwitch(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { locale, locales } = atlas.bundles.index;
  if (locales.available.length < 2) return null;
  return (
    <div className="language" role="group" aria-label={t('header.language')}>
      {locales.available.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          lang={id}
          title={name}
          aria-label={name}
          aria-pressed={id === locale}
          onClick={() => void atlas.setLocale(id)}
        >
          {id.toUpperCase()}
        </button>
      ))}
    </div>
  );
});

/** The title and the language switch at the top of the panel. */
export const Header = observer(function Header(): ReactNode {
  const { bundles, ui } = useAtlas();
  const t = useTexts();
  return (
    <header className="header">
      <Emblem />
      <h1>{bundles.index.title}</h1>
      <LanguageSwitch />
      <HelpButton className="icon" />
      <button
        type="button"
        className="icon header-fold"
        aria-label={t('panel.fold')}
        title={t('panel.fold')}
        onClick={() => ui.foldPanel(true)}
      >
        <ChevronsLeft size={16} />
      </button>
    </header>
  );
});
