import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { pagePath } from 'atlas-engine/runtime';
import type { Failure } from '../../net/http-client.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { messageOfFailure } from '../forms/field-messages.ts';
import { NoticeLine, useNotice } from '../forms/notice-line.tsx';
import { FormMessage } from '../forms/schema-form.tsx';

/** Asks for the agreement again when its text has changed. */
export const AgreementDue = observer(function AgreementDue(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const [notice, say] = useNotice();
  const [failure, setFailure] = useState<Failure | null>(null);
  const agree = async (): Promise<void> => {
    const result = await account.agree();
    setFailure(result.ok ? null : result.failure);
    if (result.ok) say(t('account.agreed'));
    else if (result.failure.kind === 'unauthorized') await account.expire();
  };
  return (
    <>
      {account.profile?.agreementDue && (
        <div className="form-about">
          <p>{t('account.agreement-due')}</p>
          <div className="form-foot">
            <button type="button" className="button button-main" onClick={() => void agree()}>
              {t('account.agreement-accept')}
            </button>
            <AgreementLink />
          </div>
        </div>
      )}
      <div role="alert">{failure && <FormMessage>{messageOfFailure(failure, t)}</FormMessage>}</div>
      <NoticeLine notice={notice} />
    </>
  );
});

const AgreementLink = observer(function AgreementLink(): ReactNode {
  const { locale, pages = [] } = useAtlas().bundles.index;
  const t = useAccountTexts();
  const title = pages.find(({ id }) => id === 'data-agreement')?.title;
  if (title === undefined) return null;
  return (
    <a href={pagePath('data-agreement', locale) ?? '/'} target="_blank" rel="noopener">
      {t('form.read', { title })}
    </a>
  );
});
