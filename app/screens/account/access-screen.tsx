import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { formatDate, listOf } from 'atlas-engine/runtime';
import type { AccessState } from '../../account/account-types.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { RichText } from '../../ui/common/rich-text.tsx';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { useNames } from '../forms/use-names.ts';
import { ScreenFrame } from '../screen-frame.tsx';
import { useAccountTexts, useDeclaredForm } from '../forms/account-texts.ts';
import { LoginFirst } from './login-screens.tsx';
import { useLoaded } from '../forms/use-loaded.ts';
import { chosenIn, withoutHeldLevels } from './held-levels.ts';

/** The request for access to restricted layers, and its state. */
export const AccessScreen = observer(function AccessScreen(): ReactNode {
  const t = useAccountTexts();
  if (useAtlas().account.loggedIn) return <Access />;
  return (
    <LoginFirst title={t('account.access-title')}>
      <p>{t('account.access-login')}</p>
    </LoginFirst>
  );
});

const Access = observer(function Access(): ReactNode {
  const { account, bundles, screen } = useAtlas();
  const t = useAccountTexts();
  const declared = useDeclaredForm('access-request');
  const request = useCallback(() => account.call((client) => client.accessRequests()), [account]);
  const { state, value, reload } = useLoaded(request);
  const { levelName, heldName } = useNames();
  const [, ...above] = account.levels;
  const names = [...above.map(levelName), ...account.placed.map(heldName)];
  const [last] = value ?? [];
  const [isSent, setSent] = useState(false);
  const { levels } = bundles.index;
  const held = account.levels;
  const form = useMemo(
    () => declared && withoutHeldLevels(declared, levels, held),
    [declared, levels, held],
  );
  const initial = useMemo(
    () => (form ? chosenIn(form, screen.location.state) : {}),
    [form, screen],
  );
  return (
    <ScreenFrame title={t('account.access-title')}>
      <dl className="settings-list">
        <div>
          <dt>{t('account.levels')}</dt>
          <dd>{listOf(names, bundles.index) || t('account.levels-none')}</dd>
        </div>
      </dl>
      {last && <LastRequest request={last} isNew={isSent} />}
      {state === 'failed' && (
        <FormMessage>
          <p>{t('account.failed')}</p>
          <button type="button" className="link" onClick={reload}>
            {t('group.retry')}
          </button>
        </FormMessage>
      )}
      {declared && !form && <p>{t('account.access-all')}</p>}
      {form && state !== 'loading' && last?.state !== 'open' && (
        <section className="settings-part">
          <h2>{form.title}</h2>
          {last && <p>{t('account.access-again')}</p>}
          {form.intro && <RichText text={form.intro} heading={2} />}
          <SchemaForm
            form={form}
            initial={initial}
            submit={async (values) => {
              const result = await account.call((client) => client.requestAccess(values));
              setSent(result.ok);
              if (result.ok) reload();
              else if (result.failure.kind === 'unauthorized') await account.expire();
              return result;
            }}
          />
        </section>
      )}
    </ScreenFrame>
  );
});

/** What became of the latest request. */
const LastRequest = observer(function LastRequest({
  request,
  isNew,
}: {
  request: AccessState;
  /** Whether it has just been sent. It then takes the focus from the form, which leaves the page. */
  isNew: boolean;
}): ReactNode {
  const { account, bundles } = useAtlas();
  const { locale } = bundles.index;
  const t = useAccountTexts();
  const { level, state, until, answer } = request;
  const hasEnded =
    state === 'granted' &&
    level !== '' &&
    ![...account.levels, ...account.placedLevels].includes(level);
  const date = formatDate(request.created.slice(0, 10), locale);
  const part = useRef<HTMLDivElement>(null);
  const isWaiting = isNew && state === 'open';
  useEffect(() => {
    if (isWaiting) part.current?.focus();
  }, [isWaiting]);
  return (
    <div
      ref={part}
      className={`access-state access-${hasEnded ? 'ended' : state}`}
      role="status"
      tabIndex={-1}
    >
      <p>
        {state === 'open' && t('account.access-pending', { date })}
        {state === 'granted' && t('account.access-granted', { date })}
        {state === 'refused' && t('account.access-refused', { date })}
      </p>
      {hasEnded && <p>{t('account.access-ended')}</p>}
      {!hasEnded && until !== null && (
        <p>{t('account.access-until', { date: formatDate(until, locale) })}</p>
      )}
      {answer !== '' && <p>{t('account.access-reason', { reason: answer })}</p>}
    </div>
  );
});
