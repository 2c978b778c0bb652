import { observer } from 'mobx-react-lite';
import { useMemo, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import { mapAddress } from '../../keep-address.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { useAccountTexts } from '../forms/account-texts.ts';
import { loginForm } from './fixed-forms.ts';

/** The address to return to after the login: that of the screen that asked for it, or the map. */
interface LoginState {
  readonly from?: string;
}

export const LoginScreen = observer(function LoginScreen(): ReactNode {
  const { account, address, bundles } = useAtlas();
  const t = useAccountTexts();
  const navigate = useNavigate();
  const from = (useLocation().state as LoginState | null)?.from;
  const form = useMemo(() => loginForm(t), [t]);
  const submit = async (values: Readonly<Record<string, unknown>>) => {
    const result = await account.login(String(values['username']), String(values['password']));
    if (result.ok) void navigate(from ?? mapAddress(address.parts));
    return result;
  };
  return (
    <ScreenFrame title={t('account.login-title')}>
      {account.loggedIn && (
        <p>{t('account.logged-in', { name: account.profile?.username ?? '' })}</p>
      )}
      <SchemaForm
        form={form}
        submit={submit}
        explain={({ kind }) =>
          kind === 'invalid' || kind === 'unauthorized' ? <LoginRefused /> : undefined
        }
      >
        <Link to={screenPath('password-reset')}>{t('account.forgotten')}</Link>
      </SchemaForm>
      {bundles.index.account.forms.includes('registration') && (
        <p className="screen-next">
          <Link to={screenPath('register')}>{t('account.without')}</Link>
        </p>
      )}
    </ScreenFrame>
  );
});

const LoginRefused = observer(function LoginRefused(): ReactNode {
  const { forms } = useAtlas().bundles.index.account;
  const t = useAccountTexts();
  return (
    <FormMessage>
      <p>
        <strong>{t('account.login-refused')}</strong>
      </p>
      {forms.includes('registration') && (
        <p>
          {t('account.unconfirmed')}{' '}
          <Link to={screenPath('registration-email-sent')}>{t('account.resend-ask')}</Link>
        </p>
      )}
    </FormMessage>
  );
});

/** What the screen says after the logout. */
const LOGOUT_WORDS = {
  none: 'account.logged-out',
  sending: 'account.logging-out',
  waiting: 'session.left-here',
} as const;

/** Asks before it ends the session: a link alone never logs a visitor out. */
export const LogoutScreen = observer(function LogoutScreen(): ReactNode {
  const { account, address } = useAtlas();
  const t = useAccountTexts();
  const [sending, setSending] = useState(false);
  if (!account.loggedIn)
    return (
      // Its own key, so that the heading takes the focus from the button that has left the page.
      <ScreenFrame key="done" title={t('account.logout-title')}>
        <p role="status">{t(LOGOUT_WORDS[account.leaving.state])}</p>
        <div className="form-foot">
          <Link className="button button-main" to={mapAddress(address.parts)}>
            {t('screen.map')}
          </Link>
          <Link to={screenPath('login')}>{t('account.login')}</Link>
        </div>
      </ScreenFrame>
    );
  return (
    <ScreenFrame title={t('account.logout-title')}>
      {account.profile && <p>{t('account.logged-in', { name: account.profile.username })}</p>}
      <p>{t('account.logout-ask')}</p>
      <div className="form-foot">
        <button
          type="button"
          className="button button-main"
          aria-disabled={sending}
          onClick={() => {
            if (sending) return;
            setSending(true);
            void account.logout();
          }}
        >
          {t('account.logout')}
        </button>
      </div>
    </ScreenFrame>
  );
});

/** What a screen for people with an account shows to others. */
export const LoginFirst = observer(function LoginFirst({
  title,
  children,
}: {
  title: string;
  children?: ReactNode;
}): ReactNode {
  const { forms } = useAtlas().bundles.index.account;
  const { pathname } = useLocation();
  const t = useAccountTexts();
  const state: LoginState = { from: pathname };
  return (
    <ScreenFrame title={title}>
      {children ?? <p>{t('account.login-first')}</p>}
      <div className="form-foot">
        <Link className="button button-main" to={screenPath('login')} state={state}>
          {t('account.login')}
        </Link>
        {forms.includes('registration') && (
          <Link to={screenPath('register')}>{t('account.register-title')}</Link>
        )}
      </div>
    </ScreenFrame>
  );
});
