import { CircleUserRound } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { screenPath } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { ScreenLink } from '../common/screen-link.tsx';

/** The account in the header: a button that opens the links to its screens. */
export const AccountMenu = observer(function AccountMenu({
  className,
}: {
  className: string;
}): ReactNode {
  const { account, bundles } = useAtlas();
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = account.profile?.username;
  const [counts, setCounts] = useState(NOTHING);
  const { loggedIn } = account;
  // The map comes first; an open menu counts at once.
  useEffect(() => {
    if (!loggedIn) return setCounts(NOTHING);
    const left = new AbortController();
    const count = (): void =>
      void import('../../account/menu-counts.ts')
        .then(({ followCounts }) => followCounts(account, setCounts, left.signal))
        // Without the code, the menu has no numbers.
        .catch(() => undefined);
    setTimeout(count, open ? 0 : COUNT_AFTER_MS);
    return () => left.abort();
  }, [account, loggedIn, name, open]);
  const isNew = counts.answers + counts.requests + counts.reports > 0;
  const label = account.loggedIn && name ? t('session.menu-of', { name }) : t('session.menu');
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('keydown', close, { capture: true });
    return () => document.removeEventListener('keydown', close, { capture: true });
  }, [open]);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  if (bundles.isStatic) return null;
  return (
    <div className="account-menu" onBlur={leave}>
      <button
        ref={button}
        type="button"
        className={`${className}${loggedIn ? ' account-in' : ''}${isNew ? ' account-new' : ''}`}
        aria-label={label}
        title={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <CircleUserRound size={20} />
      </button>
      {open && <AccountLinks name={loggedIn ? name : undefined} counts={counts} />}
    </div>
  );
});

const NOTHING = { answers: 0, requests: 0, reports: 0 };

/** Time in milliseconds until a page counts what is new. */
const COUNT_AFTER_MS = 5_000;

/** The id of the part of the settings that has the messages of the visitor. */
const MESSAGES_ID = 'messages';

const AccountLinks = observer(function AccountLinks({
  name,
  counts,
}: {
  name?: string | undefined;
  counts: typeof NOTHING;
}): ReactNode {
  const { account, bundles } = useAtlas();
  const t = useTexts();
  const { forms } = bundles.index.account;
  const isOperator = account.profile?.operator === true;
  const { answers, requests, reports } = counts;
  // Where something waits.
  const admin = screenPath(requests === 0 && reports > 0 ? 'admin-messages' : 'admin-requests');
  const messages = `${screenPath('settings')}#${MESSAGES_ID}`;
  const links: (readonly [path: string, text: string])[] = account.loggedIn
    ? [[screenPath('settings'), t('session.settings')]]
    : [[screenPath('login'), t('session.login')]];
  if (!account.loggedIn && forms.includes('registration'))
    links.push([screenPath('register'), t('session.register')]);
  if (forms.includes('access-request')) links.push([screenPath('access'), t('session.access')]);
  if (forms.includes('contact')) links.push([screenPath('contact'), t('session.contact')]);
  if (account.loggedIn && forms.includes('contact')) links.push([messages, t('session.messages')]);
  if (isOperator) links.push([admin, t('session.admin')]);
  if (account.loggedIn) links.push([screenPath('logout'), t('session.logout')]);
  return (
    // A pointer on the list must not take the focus from it, which would close it.
    <div className="account-links" tabIndex={-1}>
      {name !== undefined && <p className="account-name">{name}</p>}
      <ul>
        {links.map(([path, text]) => (
          <li key={path}>
            <ScreenLink
              to={path}
              // The link alone, in a new tab, asks first.
              {...(path === screenPath('logout') && { onOpen: () => void account.logout() })}
            >
              {text}
              {path === messages && <Count of={answers} word="session.answers" />}
              {path === admin && <Count of={requests + reports} word="session.waiting" />}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </div>
  );
});

/** A number of new entries, which a screen reader hears in words; nothing for none. */
function Count({
  of,
  word,
}: {
  of: number;
  word: 'session.answers' | 'session.waiting';
}): ReactNode {
  const t = useTexts();
  if (of === 0) return null;
  return (
    <span className="count">
      <span aria-hidden="true">{of}</span>
      <span className="sr-only">{t(word, { count: of })}</span>
    </span>
  );
}
