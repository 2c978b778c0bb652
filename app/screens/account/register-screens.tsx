import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import { mapAddress } from '../../keep-address.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { RichText } from '../../ui/common/rich-text.tsx';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { useAccountTexts, useDeclaredForm } from '../forms/account-texts.ts';
import { Resend } from './resend.tsx';

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
    <ScreenFrame title={t('account.sent-title')}>
      <p>{email === undefined ? t('account.sent-anywhere') : t('account.sent', { email })}</p>
      <p>{t('account.sent-help')}</p>
      <Resend email={email} />
    </ScreenFrame>
  );
});
