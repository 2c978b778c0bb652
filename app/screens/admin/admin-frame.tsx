import { Download } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import { csvPath, type AdminListName } from '../../account/admin-calls.ts';
import type { Loaded } from '../forms/use-loaded.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { FormMessage } from '../forms/schema-form.tsx';
import { ScreenFrame } from '../screen-frame.tsx';

/** A sentence about what an operator has just done; `id` differs each time. */
export interface Notice {
  readonly id: number;
  readonly text: string;
}

/** A screen of operators: the way to the others, the list as CSV, and the sentence about the last action. */
export const AdminFrame = observer(function AdminFrame({
  list,
  loaded: { state, reload },
  notice,
  children,
}: {
  list: AdminListName;
  loaded: Loaded<unknown>;
  notice: Notice | null;
  children: ReactNode;
}): ReactNode {
  const t = useAccountTexts();
  return (
    <ScreenFrame title={t(`admin.${list}-title`)} wide>
      <nav className="admin-nav" aria-label={t('admin.nav')}>
        <NavLink to={screenPath('admin-requests')}>{t('admin.requests-title')}</NavLink>
        <NavLink to={screenPath('admin-messages')}>{t('admin.messages-title')}</NavLink>
        <NavLink to={screenPath('admin-accounts')}>{t('admin.accounts-title')}</NavLink>
      </nav>
      <NoticeLine notice={notice} />
      {state === 'loading' && <div className="progress" aria-hidden="true" />}
      {state === 'failed' && (
        <FormMessage>
          <p>{t('account.failed')}</p>
          <button type="button" className="link" onClick={reload}>
            {t('group.retry')}
          </button>
        </FormMessage>
      )}
      {children}
      <p className="admin-files">
        <CsvLink list={list} text={t('admin.csv')} />
        {list !== 'messages' && <CsvLink list="audit" text={t('admin.audit')} />}
      </p>
    </ScreenFrame>
  );
});

function CsvLink({ list, text }: { list: AdminListName | 'audit'; text: string }): ReactNode {
  return (
    <a href={csvPath(list)} download>
      <Download size={18} aria-hidden="true" />
      {text}
    </a>
  );
}

/** Takes the focus, because the button of the action has left the page. */
function NoticeLine({ notice }: { notice: Notice | null }): ReactNode {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (notice) line.current?.focus();
  }, [notice]);
  return (
    <p ref={line} className="admin-notice" role="status" tabIndex={-1}>
      {notice?.text}
    </p>
  );
}
