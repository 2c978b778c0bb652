import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { screenPath } from 'atlas-engine/runtime';
import { mapAddress } from '../../keep-address.ts';
import type { NearObject } from '../../address/near-text.ts';
import { useAtlas, useTexts } from './atlas-context.ts';
import { ScreenLink } from './screen-link.tsx';

/**
 * Opens the contact form with the view of the map and, if there are any, a layer and an object filled
 * in. The address of the view then leads to what is near the object.
 */
export const ReportLink = observer(function ReportLink({
  group,
  object,
  near,
}: {
  group?: string;
  /** The name of the object. */
  object?: string | undefined;
  near?: NearObject | null;
}): ReactNode {
  const { address, bundles } = useAtlas();
  const t = useTexts();
  if (!bundles.index.account.forms.includes('contact')) return null;
  const view = mapAddress(near ? address.about(near) : address.parts);
  const query = new URLSearchParams({
    ...(group !== undefined && { layer: group }),
    ...(object !== undefined && { object }),
    view,
  });
  return (
    <ScreenLink to={`${screenPath('contact')}?${query.toString()}`}>
      {t('session.report')}
    </ScreenLink>
  );
});
