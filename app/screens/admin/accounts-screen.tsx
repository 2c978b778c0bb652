import { observer } from 'mobx-react-lite';
import { useCallback, useId, useMemo, useState, type ReactNode } from 'react';
import { listAccounts, listLevels, type AdminAccount } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/atlas-context.ts';
import { useLoaded } from '../forms/use-loaded.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { messageOfFailure } from '../forms/field-messages.ts';
import { FormMessage } from '../forms/schema-form.tsx';
import { AccountCard } from './account-card.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { useAction } from './use-action.ts';

/** Accounts that are shown at once, and added by each “more”. */
const PAGE = 25;

/** The accounts by user name, with a search over names and addresses. */
export const AccountsScreen = observer(function AccountsScreen(): ReactNode {
  const { account, bundles } = useAtlas();
  const { locale } = bundles.index;
  const t = useAccountTexts();
  const load = useCallback(() => account.call(listAccounts), [account]);
  const loaded = useLoaded(load);
  const loadLevels = useCallback(
    () => account.call((client) => listLevels(client, locale)),
    [account, locale],
  );
  const { value: levels } = useLoaded(loadLevels);
  const action = useAction(loaded.reload);
  const [wanted, setWanted] = useState('');
  const [most, setMost] = useState(PAGE);
  const field = useId();
  const found = useMemo(
    () => loaded.value?.filter((one) => matches(one, wanted)) ?? [],
    [loaded.value, wanted],
  );
  return (
    <AdminFrame list="accounts" loaded={loaded} notice={action.notice}>
      <div role="alert">
        {action.failure && <FormMessage>{messageOfFailure(action.failure, t)}</FormMessage>}
      </div>
      <div className="field admin-search">
        <label htmlFor={field}>{t('admin.search')}</label>
        <input
          id={field}
          type="search"
          className="control"
          value={wanted}
          onChange={({ target }) => {
            setWanted(target.value);
            setMost(PAGE);
          }}
        />
      </div>
      {loaded.value && (
        <p className="soft" role="status">
          {found.length === 0 ? t('admin.no-accounts') : t('admin.found', { count: found.length })}
        </p>
      )}
      {found.slice(0, most).map((one) => (
        <AccountCard key={one.id} account={one} action={action} levels={levels ?? []} />
      ))}
      {found.length > most && (
        <button type="button" className="button" onClick={() => setMost(most + PAGE)}>
          {t('admin.more')}
        </button>
      )}
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
