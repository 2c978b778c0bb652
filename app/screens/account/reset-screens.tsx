import { observer } from 'mobx-react-lite';
import { useMemo, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import type { Failure } from '../../net/http-client.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { useAccountTexts } from '../forms/account-texts.ts';
import { DoneScreen } from './done-screen.tsx';
import { emailForm, newPasswordForm } from './fixed-forms.ts';

export const ResetScreen = observer(function ResetScreen(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const navigate = useNavigate();
  const form = useMemo(() => emailForm(t, { id: 'reset', submit: t('account.reset') }), [t]);
  return (
    <ScreenFrame title={t('account.reset-title')}>
      <p>{t('account.reset-help')}</p>
      <SchemaForm
        form={form}
        submit={async (values) => {
          const email = String(values['email']);
          const result = await account.call((client) => client.requestReset(email));
          if (result.ok) void navigate(screenPath('reset-email-sent'));
          return result;
        }}
      />
    </ScreenFrame>
  );
});

export const ResetSentScreen = observer(function ResetSentScreen(): ReactNode {
  const t = useAccountTexts();
  return (
    <ScreenFrame title={t('account.reset-sent-title')}>
      <p>{t('account.reset-sent')}</p>
      <p>
        <Link to={screenPath('password-reset')}>{t('account.reset-again')}</Link>
      </p>
    </ScreenFrame>
  );
});

export const ResetConfirmScreen = observer(function ResetConfirmScreen(): ReactNode {
  const { account } = useAtlas();
  const { uid = '', token = '' } = useParams();
  const t = useAccountTexts();
  const navigate = useNavigate();
  const form = useMemo(() => newPasswordForm(t), [t]);
  return (
    <ScreenFrame title={t('account.reset-confirm-title')}>
      <SchemaForm
        form={form}
        submit={async (values) => {
          const result = await account.call((client) =>
            client.confirmReset({ uid, token }, values),
          );
          if (result.ok) void navigate(screenPath('password-reset-done'));
          return result;
        }}
        explain={(failure) =>
          isOfLink(failure) && (
            <FormMessage>
              <p>
                <strong>{t('account.reset-refused')}</strong>
              </p>
              <p>
                {t('account.reset-refused-help')}{' '}
                <Link to={screenPath('password-reset')}>{t('account.reset-again')}</Link>
              </p>
            </FormMessage>
          )
        }
      />
    </ScreenFrame>
  );
});

/** Reports whether the server refused the link, and not the password. */
function isOfLink(failure: Failure): boolean {
  if (failure.kind === 'missing') return true;
  if (failure.kind !== 'invalid') return false;
  return !failure.fields.some((field) => field.startsWith('new_password'));
}

export const ResetDoneScreen = observer(function ResetDoneScreen(): ReactNode {
  const t = useAccountTexts();
  return <DoneScreen title={t('account.reset-done-title')} text={t('account.reset-done')} />;
});
