import { observer } from 'mobx-react-lite';
import { useCallback, useId, useMemo, useState, type ReactNode } from 'react';
import { listAccounts, type AdminAccount } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useLoaded } from '../forms/use-loaded.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { AccountCard } from './account-card.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { Paged } from './paged.tsx';
import { useAction } from './use-action.ts';
import { useGrantableLevels } from './use-grantable-levels.ts';

/** The accounts by user name, with a search over names and addresses. */
export const AccountsScreen = observer(function AccountsScreen(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const load = useCallback(() => account.call(listAccounts), [account]);
  const loaded = useLoaded(load);
  const levels = useGrantableLevels();
  const action = useAction(loaded.reload);
  const [wanted, setWanted] = useState('');
  const field = useId();
  const found = useMemo(
    () => loaded.value?.filter((one) => matches(one, wanted)) ?? [],
    [loaded.value, wanted],
  );
  return (
    <AdminFrame list="accounts" loaded={loaded} action={action}>
      <div className="field admin-search">
        <label htmlFor={field}>{t('admin.search')}</label>
        <input
          id={field}
          type="search"
          className="control"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      {loaded.value && (
        <p className="soft" role="status">
          {found.length === 0 ? t('admin.no-accounts') : t('admin.found', { count: found.length })}
        </p>
      )}
      <Paged key={wanted} items={found}>
        {(shown) =>
          shown.map((one) => (
            <AccountCard key={one.id} account={one} action={action} levels={levels} />
          ))
        }
      </Paged>
    </AdminFrame>
  );
});

function matches({ username, email, name }: AdminAccount, wanted: string): boolean {
  const text = plain(`${username} ${email} ${name}`);
  return plain(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns a text in small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
