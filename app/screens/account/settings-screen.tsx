import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listOf, screenPath } from 'atlas-engine/runtime';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { LanguageSwitch } from '../../ui/page/header.tsx';
import { NoticeLine, useNotice } from '../forms/notice-line.tsx';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { useNames } from '../forms/use-names.ts';
import { ScreenFrame } from '../screen-frame.tsx';
import { useAccountTexts } from '../forms/account-texts.ts';
import { AgreementDue } from './agreement-due.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Devices } from './devices.tsx';
import { changePasswordForm } from './fixed-forms.ts';
import { LoginFirst } from './login-screens.tsx';
import { OwnMessages } from './own-messages.tsx';
import { Success } from './done-screen.tsx';

/** What people can see and change in their own account. */
export const SettingsScreen = observer(function SettingsScreen(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const [deleted, setDeleted] = useState(false);
  if (deleted)
    return (
      // Its own key, so that the heading takes the focus from the button that has left the page.
      <ScreenFrame key="deleted" title={t('account.settings-title')}>
        <Success>{t('account.deleted')}</Success>
      </ScreenFrame>
    );
  if (!account.loggedIn) return <LoginFirst title={t('account.settings-title')} />;
  return (
    <ScreenFrame title={t('account.settings-title')}>
      <AgreementDue />
      <Part title={t('account.profile')}>
        <ProfileList />
      </Part>
      <Part id="messages" title={t('account.messages')}>
        <OwnMessages />
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
        <DeleteAccount deleted={() => setDeleted(true)} />
      </Part>
    </ScreenFrame>
  );
});

/** A part of the settings; one that the address names is scrolled to. */
const Part = observer(function Part({
  id,
  title,
  about,
  children,
}: {
  id?: string;
  title: string;
  about?: string;
  children: ReactNode;
}): ReactNode {
  const { screen } = useAtlas();
  const heading = useRef<HTMLHeadingElement>(null);
  const isNamed = id !== undefined && screen.location.hash === `#${id}`;
  useEffect(() => {
    if (!isNamed) return undefined;
    heading.current?.focus({ preventScroll: true });
    return stayAt(heading.current);
  }, [isNamed, screen.location]);
  return (
    <section className="settings-part">
      <h2 ref={heading} id={id} tabIndex={isNamed ? -1 : undefined}>
        {title}
      </h2>
      {about !== undefined && <p>{about}</p>}
      {children}
    </section>
  );
});

/**
 * Scrolls to an element, and again while the lists above it load, until the visitor acts. Returns what
 * ends it.
 */
function stayAt(element: HTMLElement | null): () => void {
  const left = new AbortController();
  const grows = new ResizeObserver(() => element?.scrollIntoView());
  grows.observe(element?.closest('main') ?? document.body);
  const end = (): void => {
    grows.disconnect();
    left.abort();
  };
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    document.addEventListener(kind, end, { passive: true, signal: left.signal });
  return end;
}

const ProfileList = observer(function ProfileList(): ReactNode {
  const { account, bundles } = useAtlas();
  const t = useAccountTexts();
  const { forms } = bundles.index.account;
  const { levelName, heldName } = useNames();
  const [, ...above] = account.levels;
  const names = [...above.map(levelName), ...account.placed.map(heldName)];
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

const ChangePassword = observer(function ChangePassword(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const [notice, say] = useNotice();
  const form = useMemo(() => changePasswordForm(t), [t]);
  return (
    <>
      <SchemaForm
        // A new key removes the typed passwords after a change.
        key={notice?.id}
        form={form}
        submit={async (values) => {
          const result = await account.call((client) => client.changePassword(values));
          if (result.ok) say(t('account.changed'));
          else if (result.failure.kind === 'unauthorized') await account.expire();
          return result;
        }}
        explain={({ kind }) =>
          kind === 'invalid' ? (
            <FormMessage>
              <p>
                <strong>{t('account.change-refused')}</strong>
              </p>
            </FormMessage>
          ) : undefined
        }
      />
      <NoticeLine notice={notice} />
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
