import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { AccountChange } from 'atlas-engine/http';
import {
  changeAccount,
  withdrawProposal,
  type AdminAccount,
  type GrantableLevel,
  type Proposal,
} from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { SchemaForm } from '../forms/schema-form.tsx';
import { grantedText, grantLevelForm, proposedGrant } from './decision-forms.ts';
import { OtherRegistrations } from './other-registrations.tsx';
import { EmailLink } from './parts.tsx';
import { useFocusOnChange } from '../forms/use-focus-on-change.ts';
import type { Action } from './use-action.ts';
import { useNames } from '../forms/use-names.ts';

interface CardProps {
  account: AdminAccount;
  action: Action;
  levels: readonly GrantableLevel[];
}

/** An account: what it holds, and what an operator can change. */
export const AccountCard = observer(function AccountCard(props: CardProps): ReactNode {
  const { account } = props;
  const t = useAccountTexts();
  const { day } = useNames();
  const { username, email, name, created, confirmed, suspended } = account;
  const own = useAtlas().account.profile?.username;
  return (
    <article className="admin-card">
      <h2>
        {name === '' ? username : `${name} (${username})`}
        {suspended && <span className="chip chip-danger">{t('admin.suspended')}</span>}
        {!confirmed && <span className="chip">{t('admin.unconfirmed')}</span>}
      </h2>
      <p className="soft">
        <EmailLink email={email} /> · {t('admin.since', { date: day(created) })}
      </p>
      <OtherRegistrations others={account.others} />
      <Held {...props} />
      {account.proposals.map((proposal) => (
        <Proposed key={JSON.stringify(proposal)} {...props} proposal={proposal} />
      ))}
      {username !== own && <Actions {...props} />}
    </article>
  );
});

/**
 * A change of who is an operator, with the button by which a second operator agrees, or by which the
 * first one withdraws it.
 */
const Proposed = observer(function Proposed({
  account: { id, username },
  action,
  proposal: { change, by, at },
}: CardProps & { proposal: Proposal }): ReactNode {
  const t = useAccountTexts();
  const { levelName, day } = useNames();
  const own = useAtlas().account.profile?.username;
  const until =
    change.action === 'grant' && change.until !== undefined
      ? t('admin.until-date', { date: day(change.until) })
      : '';
  const what =
    'level' in change
      ? t('admin.proposed-change', {
          action: t(`admin.${change.action}`),
          level: `${levelName(change.level)} ${until}`.trim(),
        })
      : t(`admin.${change.action}`);
  return (
    <div className="admin-proposal">
      <p>
        {t('admin.proposed-by', { name: by, date: day(at) })} <strong>{what}</strong>
      </p>
      {(by === own || username === own) && <p className="soft">{t('admin.proposed-help')}</p>}
      {by === own && (
        <button
          type="button"
          className="button"
          aria-label={t('admin.withdraw-of', { name: username, change: what })}
          onClick={() =>
            action.press((client) => withdrawProposal(client, id, change), t('admin.withdrawn'))
          }
        >
          {t('admin.withdraw')}
        </button>
      )}
      {by !== own && username !== own && (
        <button
          type="button"
          className="button"
          aria-label={t('admin.agree-to', { name: username, change: what })}
          onClick={() =>
            action.press((client) => changeAccount(client, id, change), t('admin.agreed'))
          }
        >
          {t('admin.agree')}
        </button>
      )}
    </div>
  );
});

/** The levels and roles of an account. Operators cannot change their own. */
const Held = observer(function Held({ account, action }: CardProps): ReactNode {
  const t = useAccountTexts();
  const { placedName, day } = useNames();
  const { id, username, grants } = account;
  const own = useAtlas().account.profile?.username;
  // The grant that is about to be taken away.
  const [asked, setAsked] = useState<string | null>(null);
  if (grants.length === 0) return <p className="soft">{t('admin.everyone')}</p>;
  return (
    <ul className="admin-held">
      {grants.map(({ level, until, ...place }) => {
        const key = `${level} ${Object.values(place).join()}`;
        const what = { name: username, level: placedName(level, place) };
        const revoke = (): void => {
          setAsked(null);
          action.press(
            (client) => changeAccount(client, id, { action: 'revoke', level, ...place }),
            doneOr(t, t('admin.revoked', { name: username })),
          );
        };
        return (
          <li key={key}>
            <span>
              {placedName(level, place)}
              {until !== null && (
                <span className="soft"> {t('admin.until-date', { date: day(until) })}</span>
              )}
            </span>
            {username !== own && asked !== key && (
              <button
                type="button"
                className="quiet"
                aria-label={t('admin.revoke-of', what)}
                onClick={() => setAsked(key)}
              >
                {t('admin.revoke')}
              </button>
            )}
            {asked === key && <Revoke what={what} revoke={revoke} cancel={() => setAsked(null)} />}
          </li>
        );
      })}
    </ul>
  );
});

/** Confirms that a grant is taken away. */
function Revoke({
  what,
  revoke,
  cancel,
}: {
  what: { readonly name: string; readonly level: string };
  revoke: () => void;
  cancel: () => void;
}): ReactNode {
  const t = useAccountTexts();
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={part} className="admin-revoke">
      <p>{t('admin.revoke-help')}</p>
      <div className="form-foot">
        <button
          type="button"
          className="button button-danger"
          aria-label={t('admin.revoke-of', what)}
          onClick={revoke}
        >
          {t('admin.revoke')}
        </button>
        <button type="button" className="button" onClick={cancel}>
          {t('admin.cancel')}
        </button>
      </div>
    </div>
  );
}

/** Grants a level, suspends or restores. A suspension is confirmed by a second button. */
const Actions = observer(function Actions(props: CardProps): ReactNode {
  const { account, action } = props;
  const t = useAccountTexts();
  const [open, setOpen] = useState<'grant' | 'suspend' | null>(null);
  const part = useFocusOnChange(open);
  const { id, username: name, suspended } = account;
  const change = (next: AccountChange, done: string): void =>
    action.press((client) => changeAccount(client, id, next), doneOr(t, done));
  const close = (): void => setOpen(null);
  const cancel = (
    <button type="button" className="button" onClick={close}>
      {t('admin.cancel')}
    </button>
  );
  const suspend = (): void => {
    close();
    change({ action: 'suspend' }, t('admin.suspended-now', { name }));
  };
  return (
    <div ref={part}>
      {open === 'grant' && (
        <GrantLevel {...props} close={close}>
          {cancel}
        </GrantLevel>
      )}
      {open === 'suspend' && (
        <>
          <p>{t('admin.suspend-help')}</p>
          <div className="form-foot">
            <Suspend name={name} press={suspend} />
            {cancel}
          </div>
        </>
      )}
      {open === null && (
        <div className="form-foot">
          <button
            type="button"
            className="button"
            aria-label={t('admin.grant-to', { name })}
            onClick={() => setOpen('grant')}
          >
            {t('admin.grant')}
          </button>
          {suspended ? (
            <button
              type="button"
              className="button"
              aria-label={t('admin.restore-of', { name })}
              onClick={() => change({ action: 'restore' }, t('admin.restored', { name }))}
            >
              {t('admin.restore')}
            </button>
          ) : (
            <Suspend name={name} press={() => setOpen('suspend')} />
          )}
        </div>
      )}
    </div>
  );
});

/** Returns the sentence about a change that is done, or that waits for a second operator. */
function doneOr(
  t: ReturnType<typeof useAccountTexts>,
  done: string,
): (state: 'done' | 'proposed') => string {
  return (state) => (state === 'done' ? done : t('admin.proposed'));
}

/** The button that suspends an account. */
function Suspend({ name, press }: { name: string; press: () => void }): ReactNode {
  const t = useAccountTexts();
  return (
    <button
      type="button"
      className="button button-danger"
      aria-label={t('admin.suspend-of', { name })}
      onClick={press}
    >
      {t('admin.suspend')}
    </button>
  );
}

/** The form that grants a level. */
const GrantLevel = observer(function GrantLevel({
  account: { id, username: name, locale },
  action,
  levels,
  close,
  children,
}: CardProps & { close: () => void; children: ReactNode }): ReactNode {
  const t = useAccountTexts();
  const { day, languageName } = useNames();
  const { index } = useAtlas().bundles;
  const form = useMemo(() => {
    const decision = { id: `grant-${id}`, language: languageName(locale) };
    return grantLevelForm(t, decision, { levels, index });
  }, [id, languageName, levels, index, locale, t]);
  return (
    <SchemaForm
      form={form}
      initial={proposedGrant()}
      submit={async (values) => {
        const change: AccountChange = {
          action: 'grant',
          ...(values as { readonly level: string }),
        };
        const result = await action.run(
          (client) => changeAccount(client, id, change),
          doneOr(t, grantedText(t, { name, values }, { day, projects: index.projects })),
        );
        if (!result.ok) return result;
        close();
        return { ok: true, value: null };
      }}
    >
      {children}
    </SchemaForm>
  );
});
