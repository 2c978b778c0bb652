import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { pagePath } from 'atlas-engine/runtime';
import { useAtlas } from '../common/atlas-context.ts';
import { ScreenLink } from '../common/screen-link.tsx';

/** Links to the pages of the atlas, such as the privacy policy, in the reader's language. */
export const PageLinks = observer(function PageLinks(): ReactNode {
  const { locale, pages = [] } = useAtlas().bundles.index;
  if (pages.length === 0) return null;
  return (
    <ul className="page-links">
      {pages.map(({ id, title }) => (
        <li key={id}>
          <ScreenLink to={pagePath(id, locale) ?? '/'}>{title}</ScreenLink>
        </li>
      ))}
    </ul>
  );
});
