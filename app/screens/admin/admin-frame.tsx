import { Download } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import { countWaiting, csvPath, type AdminListName } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useLoaded, type Loaded } from '../forms/use-loaded.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { messageOfFailure } from '../forms/field-messages.ts';
import { NoticeLine } from '../forms/notice-line.tsx';
import { FormMessage } from '../forms/schema-form.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import type { Action } from './use-action.ts';

/** A screen of operators: the way to the others, the list as CSV, and the sentence about the last action. */
export const AdminFrame = observer(function AdminFrame({
  list,
  loaded: { state, reload, value },
  action,
  children,
}: {
  list: AdminListName;
  loaded: Loaded<unknown>;
  /** The actions of the screen; none for a list that can only be read. */
  action?: Pick<Action, 'notice' | 'failure'>;
  children: ReactNode;
}): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const count = useCallback(() => account.call(countWaiting), [account]);
  const { value: waiting, reload: countAgain } = useLoaded(count, { keeps: true });
  // An action on the list, and an entry that came since, change what waits.
  useEffect(countAgain, [countAgain, value]);
  return (
    <ScreenFrame title={t(`admin.${list}-title`)}>
      <nav className="admin-nav" aria-label={t('admin.nav')}>
        <NavLink to={screenPath('admin-requests')}>
          {t('admin.requests-title')} <Count of={waiting?.requests} />
        </NavLink>
        <NavLink to={screenPath('admin-messages')}>
          {t('admin.messages-title')} <Count of={waiting?.messages} />
        </NavLink>
        <NavLink to={screenPath('admin-accounts')}>{t('admin.accounts-title')}</NavLink>
        <NavLink to={screenPath('admin-mails')}>{t('admin.mails-title')}</NavLink>
        <NavLink to={screenPath('admin-downloads')}>{t('admin.downloads-title')}</NavLink>
      </nav>
      <NoticeLine notice={action?.notice ?? null} className="admin-notice" />
      {state === 'loading' && <div className="progress" aria-hidden="true" />}
      {state === 'failed' && (
        <FormMessage>
          <p>{t('account.failed')}</p>
          <button type="button" className="link" onClick={reload}>
            {t('group.retry')}
          </button>
        </FormMessage>
      )}
      <div role="alert">
        {action?.failure && <FormMessage>{messageOfFailure(action.failure, t)}</FormMessage>}
      </div>
      {children}
      <p className="admin-files">
        <CsvLink list={list} text={t('admin.csv')} />
        {list !== 'messages' && <CsvLink list="audit" text={t('admin.audit')} />}
      </p>
    </ScreenFrame>
  );
});

/** The number of entries that wait; nothing for none. */
function Count({ of = 0 }: { of?: number | undefined }): ReactNode {
  return of > 0 && <span className="count">{of}</span>;
}

function CsvLink({ list, text }: { list: AdminListName | 'audit'; text: string }): ReactNode {
  return (
    <a href={csvPath(list)} download>
      <Download size={18} aria-hidden="true" />
      {text}
    </a>
  );
}
