import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { matchPath, useLocation } from 'react-router-dom';
import { i18nOf, SCREENS, type AccountDocument, type ScreenId } from 'atlas-engine/runtime';
import { requestJson } from '../../net/http-client.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { Chunk, ReloadButton } from '../../ui/common/chunk.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { AccessScreen } from './access-screen.tsx';
import './account.css';
import { AccountContext } from '../forms/account-texts.ts';
import { ConfirmEmailScreen } from './confirm-screen.tsx';
import { ContactScreen, ContactSentScreen } from './contact-screens.tsx';
import { LoginScreen, LogoutScreen } from './login-screens.tsx';
import { EmailSentScreen, RegisterScreen } from './register-screens.tsx';
import {
  ResetConfirmScreen,
  ResetDoneScreen,
  ResetScreen,
  ResetSentScreen,
} from './reset-screens.tsx';
import { SettingsScreen } from './settings-screen.tsx';

const loadAdminScreens = () => import('../admin/admin-screens.tsx');
const ADMIN = <Chunk load={loadAdminScreens} />;

/** The screens with forms, and those around them. The code of the others is that of operators. */
const CONTENTS: Readonly<Partial<Record<ScreenId, ReactNode>>> = {
  login: <LoginScreen />,
  logout: <LogoutScreen />,
  register: <RegisterScreen />,
  'registration-email-sent': <EmailSentScreen />,
  'confirm-email': <ConfirmEmailScreen />,
  'password-reset': <ResetScreen />,
  'reset-email-sent': <ResetSentScreen />,
  'password-reset-confirm': <ResetConfirmScreen />,
  'password-reset-done': <ResetDoneScreen />,
  settings: <SettingsScreen />,
  access: <AccessScreen />,
  contact: <ContactScreen />,
  'contact-sent': <ContactSentScreen />,
};

/** Draws the account or contact screen of the address, when its texts and forms are loaded. */
export default observer(function AccountScreens(): ReactNode {
  const { account, bundles } = useAtlas();
  const { index } = bundles;
  const { pathname } = useLocation();
  const t = useTexts();
  const loaded = useDocument(index.account.document);
  const contents = useMemo(
    () =>
      typeof loaded === 'object' && loaded !== null
        ? {
            document: loaded,
            i18n: i18nOf({
              locale: index.locale,
              words: { ...index.words, ...loaded.words },
            }),
          }
        : null,
    [index, loaded],
  );
  const screen = SCREENS.find(({ path }) => matchPath(path, pathname));
  const lacksForm = screen && 'form' in screen && !index.account.forms.includes(screen.form);
  const isOthers = screen && 'for' in screen && !account.profile?.operator;
  if (!screen || lacksForm || isOthers) return <NotFoundScreen />;
  if (loaded === 'failed')
    return (
      <ScreenFrame title={index.title}>
        <p>{t('screen.failed')}</p>
        <ReloadButton />
      </ScreenFrame>
    );
  if (!contents) return <div className="progress" aria-hidden="true" />;
  return (
    <I18nextProvider i18n={contents.i18n}>
      <AccountContext value={contents.document}>{CONTENTS[screen.id] ?? ADMIN}</AccountContext>
    </I18nextProvider>
  );
});

/**
 * Fetches the texts and forms. The old ones remain until those of another language are loaded, so
 * that a form keeps what was typed.
 */
function useDocument(address: string): AccountDocument | 'failed' | null {
  const [document, setDocument] = useState<AccountDocument | 'failed' | null>(null);
  useEffect(() => {
    const asked = new AbortController();
    void requestJson<AccountDocument>(address, { signal: asked.signal }).then((outcome) => {
      if (!asked.signal.aborted) setDocument(outcome.ok ? outcome.value : 'failed');
    });
    return () => asked.abort();
  }, [address]);
  return document;
}
