import { observer } from 'mobx-react-lite';
import { valuesOf } from 'atlas-engine/runtime';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import {
  decideRequest,
  listRequests,
  type AdminRequest,
  type GrantableLevel,
} from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useRefreshed } from '../forms/use-loaded.ts';
import { useAccountTexts, useDeclaredForm } from '../forms/account-texts.ts';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { askedPlace } from './asked-place.ts';
import { grantedText, grantForm, proposedGrant, refusalForm } from './decision-forms.ts';
import { OtherRegistrations } from './other-registrations.tsx';
import { Paged } from './paged.tsx';
import { EmailLink, Facts, Past, type Fact } from './parts.tsx';
import { useAction, type Action } from './use-action.ts';
import { useFocusOnChange } from '../forms/use-focus-on-change.ts';
import { answerFacts } from './answer-facts.ts';
import { useNames } from '../forms/use-names.ts';
import { AccessHistory } from './access-history.tsx';
import { useGrantableLevels } from './use-grantable-levels.ts';

/** The requests for access: those that wait for a decision, oldest first, then the decided ones. */
export const RequestsScreen = observer(function RequestsScreen(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const load = useCallback(() => account.call(listRequests), [account]);
  const loaded = useRefreshed(load);
  const levels = useGrantableLevels();
  const action = useAction(loaded.reload);
  const open = loaded.value?.filter(({ state }) => state === 'open').toReversed() ?? [];
  const decided = loaded.value?.filter(({ state }) => state !== 'open') ?? [];
  return (
    <AdminFrame list="requests" loaded={loaded} action={action}>
      {loaded.value && open.length === 0 && <p className="admin-empty">{t('admin.no-requests')}</p>}
      <Paged items={open}>
        {(shown) =>
          shown.map((request) => (
            <article key={request.id} className="admin-card">
              <RequestFacts request={request} levels={levels} />
              {request.username !== account.profile?.username && (
                <Decide request={request} action={action} />
              )}
            </article>
          ))
        }
      </Paged>
      {decided.length > 0 && (
        <Past title={t('admin.decided', { count: decided.length })}>
          <Paged items={decided}>
            {(shown) =>
              shown.map((request) => (
                <article key={request.id} className="admin-card">
                  <RequestFacts request={request} levels={levels} />
                </article>
              ))
            }
          </Paged>
        </Past>
      )}
    </AdminFrame>
  );
});

/** What is asked, what it opens, and who asks. */
const RequestFacts = observer(function RequestFacts({
  request,
  levels,
}: {
  request: AdminRequest;
  levels: readonly GrantableLevel[];
}): ReactNode {
  const { bundles } = useAtlas();
  const t = useAccountTexts();
  const { levelName, heldName, day } = useNames();
  const asked = useDeclaredForm('access-request');
  const registration = useDeclaredForm('registration');
  const { username, email, name, level, reason, created, state, decided, answer } = request;
  const held = request.grants.filter((grant) => grant.level === level);
  const opens = levels.find(({ id }) => id === level)?.opens ?? [];
  const isOffered = asked?.ui['level']?.labels !== undefined;
  const facts: Fact[] = [
    ...(isOffered ? answerFacts({ level }, asked, t) : []).map(({ value }) => ({
      label: t('admin.data'),
      value,
    })),
    ...answerFacts(request.answers, asked, t),
    ...(opens.length > 0
      ? [{ label: t('admin.opens'), value: valuesOf(opens, bundles.index) }]
      : []),
    ...(state === 'granted'
      ? [
          {
            label: t('account.levels'),
            value: held.map(heldName).join(' · ') || t('admin.everyone'),
          },
        ]
      : []),
    { label: t('account.username'), value: username },
    { label: t('account.email'), value: <EmailLink email={email} /> },
    // The reason of a request that came with the registration is shown once.
    ...answerFacts(
      Object.fromEntries(Object.entries(request.fields).filter(([, one]) => one !== reason)),
      registration,
      t,
    ),
  ];
  const by = decided && { name: decided.by, date: day(decided.at) };
  return (
    <>
      <h2>{t('admin.asks', { name: name || username, level: levelName(level) })}</h2>
      <p className="soft">{t('admin.requested', { date: day(created) })}</p>
      {reason !== '' && <blockquote>{reason}</blockquote>}
      <Facts facts={facts} />
      <OtherRegistrations others={request.others} />
      {state === 'open' && <AccessHistory request={request} />}
      {by && (
        <p className={`admin-outcome admin-${state}`}>
          {state === 'granted' ? t('admin.granted-by', by) : t('admin.refused-by', by)}
        </p>
      )}
      {answer !== '' && <blockquote>{answer}</blockquote>}
    </>
  );
});

/** Which form of a request is open, and the place with which that of a grant begins. */
function useDecision(request: AdminRequest) {
  const atlas = useAtlas();
  const asked = useDeclaredForm('access-request');
  const [choice, setChoice] = useState<'grant' | 'refuse' | null>(null);
  const [place, setPlace] = useState<string | null>(null);
  const openGrant = async (): Promise<void> => {
    setPlace(await askedPlace(request, asked, atlas).catch(() => null));
    setChoice('grant');
  };
  return { choice, place, setChoice, openGrant };
}

/** The two buttons of an open request. Each opens its form. */
const Decide = observer(function Decide({
  request,
  action,
}: {
  request: AdminRequest;
  action: Action;
}): ReactNode {
  const t = useAccountTexts();
  const { day, languageName } = useNames();
  const { projects } = useAtlas().bundles.index;
  const { choice, place, setChoice, openGrant } = useDecision(request);
  const { id, locale } = request;
  const name = request.name || request.username;
  const form = useMemo(() => {
    const decision = { id: `${choice}-${id}`, language: languageName(locale) };
    return choice === 'refuse' ? refusalForm(t, decision) : grantForm(t, decision, projects);
  }, [choice, id, locale, languageName, projects, t]);
  const part = useFocusOnChange(choice);
  return (
    <div ref={part}>
      {choice === null ? (
        <div className="form-foot">
          <button
            type="button"
            className="button button-main"
            aria-label={t('admin.grant-to', { name })}
            onClick={() => void openGrant()}
          >
            {t('admin.grant')}
          </button>
          <button
            type="button"
            className="button"
            aria-label={t('admin.refuse-to', { name })}
            onClick={() => setChoice('refuse')}
          >
            {t('admin.refuse')}
          </button>
        </div>
      ) : (
        <SchemaForm
          key={choice}
          form={form}
          initial={choice === 'grant' ? { ...proposedGrant(), ...(place && { area: place }) } : {}}
          submit={(values) =>
            action.run(
              (client) => decideRequest(client, id, { decision: choice, ...values }),
              choice === 'grant'
                ? grantedText(t, { name, values }, { day, projects })
                : t('admin.refused', { name }),
            )
          }
          // Someone else has decided the request.
          explain={({ kind }) =>
            kind === 'missing' ? <FormMessage>{t('admin.gone')}</FormMessage> : undefined
          }
        >
          <button type="button" className="button" onClick={() => setChoice(null)}>
            {t('admin.cancel')}
          </button>
        </SchemaForm>
      )}
    </div>
  );
});
