import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { screenPath } from 'atlas-engine/runtime';
import { mapAddress } from '../../keep-address.ts';
import { useAtlas, useTexts } from './atlas-context.ts';
import { ScreenLink } from './screen-link.tsx';

/** Opens the contact form with the view of the map and, if there is one, a layer filled in. */
export const ReportLink = observer(function ReportLink({ group }: { group?: string }): ReactNode {
  const { address, bundles } = useAtlas();
  const t = useTexts();
  if (!bundles.index.account.forms.includes('contact')) return null;
  const view = mapAddress(address.parts);
  const query = new URLSearchParams(group === undefined ? { view } : { layer: group, view });
  return (
    <ScreenLink to={`${screenPath('contact')}?${query.toString()}`}>
      {t('session.report')}
    </ScreenLink>
  );
});
