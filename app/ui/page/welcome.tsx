import { observer } from 'mobx-react-lite';
import { lazy, Suspense, type ReactNode } from 'react';
import { useAtlas } from '../common/atlas-context.ts';

const WelcomeDialog = lazy(() =>
  import('./welcome-dialog.tsx').then((code) => ({ default: code.WelcomeDialog })),
);
const WelcomeCard = lazy(() =>
  import('./welcome-dialog.tsx').then((code) => ({ default: code.WelcomeCard })),
);

/**
 * The welcome notice, on a first visit and when it is opened again. On a phone, it is first a card
 * with its title. `WelcomeLine` replaces it for those who have seen it.
 */
export const Welcome = observer(function Welcome(): ReactNode {
  const { side, ui, welcome } = useAtlas();
  const notice = welcome.welcome;
  if (!welcome.isOpen || !notice) return null;
  const isDialog = !ui.phone || welcome.reopened;
  if (welcome.isLine(ui)) return null;
  // The card would cover what the visitor has opened.
  if (!isDialog && side.isOpen) return null;
  return (
    <Suspense>
      {isDialog ? <WelcomeDialog notice={notice} /> : <WelcomeCard notice={notice} />}
    </Suspense>
  );
});
