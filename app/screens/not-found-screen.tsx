import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { mapAddress } from '../keep-address.ts';
import { useAtlas, useTexts } from '../ui/common/atlas-context.ts';
import { ScreenFrame } from './screen-frame.tsx';

/** Says that an address has no page, and leads to the map. */
export const NotFoundScreen = observer(function NotFoundScreen(): ReactNode {
  const { address } = useAtlas();
  const t = useTexts();
  return (
    <ScreenFrame title={t('screen.missing-title')}>
      <p>{t('screen.missing')}</p>
      <p>
        <Link className="button button-main" to={mapAddress(address.parts)}>
          {t('screen.map')}
        </Link>
      </p>
    </ScreenFrame>
  );
});
