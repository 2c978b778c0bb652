import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { screenPath } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from './atlas-context.ts';
import { ScreenLink } from './screen-link.tsx';

/**
 * The way to access to a locked group: the request, or first the login. The request begins with the
 * level that the group requires.
 */
export const AccessLink = observer(function AccessLink({
  level,
}: {
  level?: string | undefined;
}): ReactNode {
  const { account, bundles } = useAtlas();
  const t = useTexts();
  const { forms } = bundles.index.account;
  if (bundles.isStatic) return null;
  if (!account.loggedIn)
    return <ScreenLink to={screenPath('login')}>{t('session.login')}</ScreenLink>;
  if (!forms.includes('access-request')) return null;
  return (
    <ScreenLink to={screenPath('access')} state={{ level }}>
      {t('session.access')}
    </ScreenLink>
  );
});
