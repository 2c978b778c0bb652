import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useTexts } from '../ui/atlas-context.ts';
import { ScreenFrame } from './screen-frame.tsx';

/** Says that an address has no page. */
export const NotFoundScreen = observer(function NotFoundScreen(): ReactNode {
  const t = useTexts();
  return (
    <ScreenFrame title={t('screen.missing-title')}>
      <p>{t('screen.missing')}</p>
    </ScreenFrame>
  );
});
