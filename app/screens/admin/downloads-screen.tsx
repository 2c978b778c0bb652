import { observer } from 'mobx-react-lite';
import { useCallback, type ReactNode } from 'react';
import { listDownloads } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { useLoaded } from '../forms/use-loaded.ts';
import { AdminFrame } from './admin-frame.tsx';
import { Paged } from './paged.tsx';
import { Facts } from './parts.tsx';
import { useNames } from '../forms/use-names.ts';

/** Who downloaded which restricted data. */
export const DownloadsScreen = observer(function DownloadsScreen(): ReactNode {
  const { account, bundles } = useAtlas();
  const t = useAccountTexts();
  const { day } = useNames();
  const load = useCallback(() => account.call(listDownloads), [account]);
  const loaded = useLoaded(load);
  const { locale } = bundles.index;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const facts = loaded.value?.map(({ at, by, datasets, area, formats }) => {
    const size = area === null ? '' : `${number.format(area)}\u00A0km²`;
    const parts = [datasets, size, formats].filter((part) => part !== '');
    // The name of an account goes with it.
    const name = by === 'owner' ? t('admin.deleted-account') : by;
    return { label: `${name}, ${day(at)}`, value: parts.join(' · ') };
  });
  return (
    <AdminFrame list="downloads" loaded={loaded}>
      {facts?.length === 0 && <p className="admin-empty">{t('admin.no-downloads')}</p>}
      {facts && facts.length > 0 && (
        <>
          <p className="soft admin-help">{t('admin.downloads-help')}</p>
          <Paged items={facts}>{(shown) => <Facts facts={shown} />}</Paged>
        </>
      )}
    </AdminFrame>
  );
});
