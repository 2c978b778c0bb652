import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { pagePath } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { ScreenLink } from '../common/screen-link.tsx';

/**
 * Links to the pages of the atlas, such as the privacy policy, in the reader's language. On a static
 * site, a sentence before them says what needs a server.
 */
export const PageLinks = observer(function PageLinks(): ReactNode {
  const { index, isStatic } = useAtlas().bundles;
  const { locale, pages = [] } = index;
  const t = useTexts();
  return (
    <>
      {isStatic && <p className="static-note soft">{t('static.about')}</p>}
      {pages.length > 0 && (
        <ul className="page-links">
          {pages.map(({ id, title }) => (
            <li key={id}>
              <ScreenLink to={pagePath(id, locale) ?? '/'}>{title}</ScreenLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
});
