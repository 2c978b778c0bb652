import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import type { CallFailure } from '../../account/call.ts';
import { mapAddress } from '../../keep-address.ts';
import { useAtlas } from '../../ui/atlas-context.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { messageOfFailure } from '../forms/field-messages.ts';
import { NoticeLine, useNotice } from '../forms/notice-line.tsx';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { useAccountTexts, useDeclaredForm } from '../forms/account-texts.ts';
import { DoneScreen } from './done-screen.tsx';
import { emailForm } from './fixed-forms.ts';

/** The address to which the confirmation was sent. */
interface SentState {
  readonly email?: string;
}

export const RegisterScreen = observer(function RegisterScreen(): ReactNode {
  const { account, address } = useAtlas();
  const t = useAccountTexts();
  const form = useDeclaredForm('registration');
  const navigate = useNavigate();
  if (!form) return null;
  return (
    <ScreenFrame title={form.title}>
      {form.intro && <RichText text={form.intro} heading={2} />}
      <p>
        <Link to={screenPath('login')}>{t('account.with')}</Link>
      </p>
      <SchemaForm
        form={form}
        submit={async (values) => {
          const result = await account.register(values);
          const state: SentState = { email: String(values['email']) };
          // A server that needs no confirmation has logged the person in.
          if (result.ok && account.loggedIn) void navigate(mapAddress(address.parts));
          else if (result.ok) void navigate(screenPath('registration-email-sent'), { state });
          return result;
        }}
        explain={(failure) =>
          failure.kind === 'invalid' && failure.fields.includes('non_field_errors') ? (
            <FormMessage>{t('form.password-refused')}</FormMessage>
          ) : undefined
        }
      />
    </ScreenFrame>
  );
});

export const EmailSentScreen = observer(function EmailSentScreen(): ReactNode {
  const t = useAccountTexts();
  const email = (useLocation().state as SentState | null)?.email;
  return (
    <ScreenFrame title={t('account.sent-title')} narrow>
      <p>{email === undefined ? t('account.sent-anywhere') : t('account.sent', { email })}</p>
      <p>{t('account.sent-help')}</p>
      <Resend email={email} />
    </ScreenFrame>
  );
});

/** Sends the confirmation again. The answer is the same for every address. */
const Resend = observer(function Resend({ email }: { email?: string | undefined }): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const [notice, say] = useNotice();
  const form = useMemo(() => emailForm(t, { id: 'resend', submit: t('account.resend') }), [t]);
  return (
    <>
      <SchemaForm
        form={form}
        initial={email === undefined ? {} : { email }}
        submit={async (values) => {
          say(null);
          const result = await account.call((client) =>
            client.resendEmail(String(values['email'])),
          );
          if (result.ok) say(t('account.resent'));
          return result;
        }}
      />
      <NoticeLine notice={notice} />
    </>
  );
});

/**
 * Confirms the address only when the button is pressed, so that mail scanners, which open links, do
 * not use up the key.
 */
export const ConfirmEmailScreen = observer(function ConfirmEmailScreen(): ReactNode {
  const { account } = useAtlas();
  const { key = '' } = useParams();
  const t = useAccountTexts();
  const [state, setState] = useState<'ready' | 'sending' | 'confirmed' | CallFailure>('ready');
  const failure = typeof state === 'object' ? state : null;
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button may have left the page.
    if (failure) alert.current?.focus();
  }, [failure]);
  const confirm = async (): Promise<void> => {
    setState('sending');
    const result = await account.call((client) => client.verifyEmail(key));
    setState(result.ok ? 'confirmed' : result.failure);
  };
  if (state === 'confirmed')
    return <DoneScreen title={t('account.confirmed-title')} text={t('account.confirmed')} />;
  const isRefused = failure && (failure.kind === 'missing' || failure.kind === 'invalid');
  return (
    <ScreenFrame title={t('account.confirm-title')} narrow>
      <div ref={alert} className="form-alert" role="alert" tabIndex={-1}>
        {failure && (
          <FormMessage>
            <p>
              <strong>{t('account.confirm-failed')}</strong>
            </p>
            <p>{isRefused ? t('account.confirm-failed-help') : messageOfFailure(failure, t)}</p>
          </FormMessage>
        )}
      </div>
      {isRefused ? (
        <Resend />
      ) : (
        <>
          <p>{t('account.confirm-ask')}</p>
          <div className="form-foot">
            <button
              type="button"
              className="button button-main"
              aria-disabled={state === 'sending'}
              onClick={() => state !== 'sending' && void confirm()}
            >
              {state === 'sending' ? t('form.sending') : t('account.confirm')}
            </button>
          </div>
        </>
      )}
    </ScreenFrame>
  );
});
