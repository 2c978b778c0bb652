import { observer } from 'mobx-react-lite';
import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listOf, pagePath, screenPath } from 'atlas-engine/runtime';
import { useAtlas } from '../../ui/atlas-context.ts';
import { LanguageSwitch } from '../../ui/header.tsx';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { useAccountTexts } from '../forms/account-texts.ts';
import { Devices } from './devices.tsx';
import { changePasswordForm, deleteForm } from './fixed-forms.ts';
import { LoginFirst } from './login-screens.tsx';
import { Success } from './done-screen.tsx';

/** What a person sees and changes of the own account. */
export const SettingsScreen = observer(function SettingsScreen(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const [deleted, setDeleted] = useState(false);
  if (deleted)
    return (
      <ScreenFrame title={t('account.settings-title')} narrow>
        <Success>{t('account.deleted')}</Success>
      </ScreenFrame>
    );
  if (!account.loggedIn) return <LoginFirst title={t('account.settings-title')} />;
  return (
    <ScreenFrame title={t('account.settings-title')}>
      {account.profile?.agreementDue && <Agreement />}
      <Part title={t('account.profile')}>
        <ProfileList />
      </Part>
      <Part title={t('account.change-password')}>
        <ChangePassword />
      </Part>
      <Part title={t('account.language')} about={t('account.language-help')}>
        <LanguageSwitch />
      </Part>
      <Part title={t('account.devices')} about={t('account.devices-help')}>
        <Devices />
      </Part>
      <Part title={t('account.export')} about={t('account.export-help')}>
        <Export />
      </Part>
      <Part title={t('account.delete')} about={t('account.delete-help')}>
        <Delete deleted={() => setDeleted(true)} />
      </Part>
    </ScreenFrame>
  );
});

function Part({
  title,
  about,
  children,
}: {
  title: string;
  about?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="settings-part">
      <h2>{title}</h2>
      {about !== undefined && <p>{about}</p>}
      {children}
    </section>
  );
}

const ProfileList = observer(function ProfileList(): ReactNode {
  const { account, bundles } = useAtlas();
  const t = useAccountTexts();
  const { forms } = bundles.index.account;
  const [, ...groups] = account.groups;
  const names = groups.map(
    (group) => bundles.index.levels.find(({ id }) => id === group)?.name ?? group,
  );
  const { profile } = account;
  const rows = [
    [t('account.username'), profile?.username],
    [t('account.email'), profile?.email],
    [t('account.levels'), listOf(names, bundles.index) || t('account.levels-none')],
  ] as const;
  return (
    <>
      <dl className="settings-list">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      {forms.includes('access-request') && (
        <p>
          <Link to={screenPath('access')}>{t('account.access-title')}</Link>
        </p>
      )}
    </>
  );
});

/** Asks for the agreement again when its text has changed. */
const Agreement = observer(function Agreement(): ReactNode {
  const { account, bundles } = useAtlas();
  const t = useAccountTexts();
  const { locale, pages = [] } = bundles.index;
  const title = pages.find(({ id }) => id === 'data-agreement')?.title;
  return (
    <div className="form-about">
      <p>{t('account.agreement-due')}</p>
      <div className="form-foot">
        <button type="button" className="button button-main" onClick={() => void account.agree()}>
          {t('account.agreement-accept')}
        </button>
        {title !== undefined && (
          <a href={pagePath('data-agreement', locale) ?? '/'} target="_blank" rel="noopener">
            {t('form.read', { title })}
          </a>
        )}
      </div>
    </div>
  );
});

const ChangePassword = observer(function ChangePassword(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  // A new number removes the typed passwords after a change.
  const [changes, setChanges] = useState(0);
  const form = useMemo(() => changePasswordForm(t), [t]);
  return (
    <>
      <SchemaForm
        key={changes}
        form={form}
        submit={async (values) => {
          const result = await account.call((client) => client.changePassword(values));
          if (result.ok) setChanges(changes + 1);
          else if (result.failure.kind === 'unauthorized') await account.expire();
          return result;
        }}
        explain={({ kind, ...failure }) =>
          kind === 'invalid' && (
            <FormMessage>
              <p>
                <strong>{t('account.change-refused')}</strong>
              </p>
              {'fields' in failure && failure.fields.includes('old_password') && (
                <p>{t('account.change-refused-help')}</p>
              )}
            </FormMessage>
          )
        }
      />
      {changes > 0 && <Success>{t('account.changed')}</Success>}
    </>
  );
});

const Export = observer(function Export(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const [failed, setFailed] = useState(false);
  const download = async (): Promise<void> => {
    const result = await account.call((client) => client.exportData());
    setFailed(!result.ok);
    if (result.ok) saveFile(JSON.stringify(result.value, null, 2));
  };
  return (
    <>
      <button type="button" className="button" onClick={() => void download()}>
        {t('account.export-get')}
      </button>
      <div role="alert">{failed && <FormMessage>{t('account.failed')}</FormMessage>}</div>
    </>
  );
});

/** Offers a text to the visitor as the file `account.json`. */
function saveFile(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'account.json';
  link.click();
  // The download has begun when the click returns, but some browsers read the file later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Asks for the password before the account is deleted. */
const Delete = observer(function Delete({ deleted }: { deleted: () => void }): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const form = useMemo(() => deleteForm(t), [t]);
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <button type="button" className="button button-danger" onClick={() => setOpen(true)}>
        {t('account.delete')}
      </button>
    );
  return (
    <SchemaForm
      form={form}
      submit={async (values) => {
        const password = String(values['password']);
        const result = await account.call((client) => client.deleteAccount(password));
        if (result.ok) {
          deleted();
          await account.leave();
        }
        return result;
      }}
      explain={({ kind }) =>
        kind === 'invalid' && <FormMessage>{t('account.delete-refused')}</FormMessage>
      }
    />
  );
});
