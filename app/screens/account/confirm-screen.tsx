import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import type { Failure } from '../../net/http-client.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { DoneScreen } from './done-screen.tsx';
import { confirmForm } from './fixed-forms.ts';
import { Resend } from './resend.tsx';

/**
 * Confirms the address of a registration with its password, because anyone can register with the
 * address of someone else. Mail scanners, which open links, do not use up the key.
 */
export const ConfirmEmailScreen = observer(function ConfirmEmailScreen(): ReactNode {
  const { account } = useAtlas();
  const { key = '' } = useParams();
  const { hash } = useLocation();
  const t = useAccountTexts();
  const [state, setState] = useState<'open' | 'confirmed' | 'refused'>('open');
  const form = useMemo(() => confirmForm(t), [t]);
  // The mail names the account in the fragment, which browsers do not send.
  const name = new URLSearchParams(hash.slice(1)).get('user');
  if (state === 'confirmed')
    return <DoneScreen title={t('account.confirmed-title')} text={t('account.confirmed')} />;
  return (
    <ScreenFrame title={t('account.confirm-title')}>
      {state === 'refused' ? (
        <LinkRefused />
      ) : (
        <>
          {name !== null && <p>{t('account.confirm-for', { name })}</p>}
          <p>{t('account.confirm-ask')}</p>
          <SchemaForm
            form={form}
            submit={async (values) => {
              const password = String(values['password']);
              const result = await account.call((client) => client.verifyEmail(key, password));
              if (result.ok) setState('confirmed');
              else if (isOfLink(result.failure)) setState('refused');
              return result;
            }}
          >
            {/* For password managers, which store several accounts of a site. */}
            {name !== null && (
              <input type="text" autoComplete="username" value={name} readOnly hidden />
            )}
          </SchemaForm>
          <p className="screen-next">
            <Link to={screenPath('register')}>{t('account.confirm-forgotten')}</Link>
          </p>
        </>
      )}
    </ScreenFrame>
  );
});

/** Reports whether the server refused the link, and not the password. */
function isOfLink(failure: Failure): boolean {
  if (failure.kind === 'missing') return true;
  return failure.kind === 'invalid' && !failure.fields.includes('password');
}

/** Says that the link is no longer valid, and offers another one. */
const LinkRefused = observer(function LinkRefused(): ReactNode {
  const t = useAccountTexts();
  const alert = useRef<HTMLDivElement>(null);
  // The button that had the focus has left the page.
  useEffect(() => alert.current?.focus(), []);
  return (
    <>
      <div ref={alert} className="form-alert" role="alert" tabIndex={-1}>
        <FormMessage>
          <p>
            <strong>{t('account.confirm-failed')}</strong>
          </p>
          <p>{t('account.confirm-failed-help')}</p>
        </FormMessage>
      </div>
      <Resend />
    </>
  );
});
