import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { countAgain } from '../../account/menu-counts.ts';
import { noteSeenAnswers } from '../../account/seen-answers.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { useLoaded } from '../forms/use-loaded.ts';
import { useNames } from '../forms/use-names.ts';
import { viewOf } from '../forms/view-of.ts';

/** The messages that the person has sent, with the answers to them. */
export const OwnMessages = observer(function OwnMessages(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const { moment } = useNames();
  const load = useCallback(() => account.call((client) => client.messages()), [account]);
  const { state, value, reload } = useLoaded(load);
  useEffect(() => {
    if (!value) return;
    noteSeenAnswers(value);
    countAgain();
  }, [value]);
  if (state === 'failed')
    return (
      <p>
        {t('account.failed')}{' '}
        <button type="button" className="link" onClick={reload}>
          {t('group.retry')}
        </button>
      </p>
    );
  if (value?.length === 0) return <p className="soft">{t('account.no-messages')}</p>;
  return value?.map(({ id, subject, message, context, created, done, answer }) => (
    <article key={id} className="own-message">
      <h3>{subject}</h3>
      <p className="soft">
        {t('account.message-sent', { date: moment(created) })}
        <About object={context['object']} view={context['view']} />
      </p>
      <blockquote>{message}</blockquote>
      {answer !== '' && done !== null ? (
        <div className="access-state">
          <p className="soft">{t('account.answered', { date: moment(done) })}</p>
          <p className="own-answer">{answer}</p>
        </div>
      ) : (
        <p>{t(done === null ? 'account.not-answered' : 'account.closed')}</p>
      )}
    </article>
  ));
});

/** The object that a message is about, with a link to its view of the map. */
function About({ object, view }: { object: unknown; view: unknown }): ReactNode {
  const t = useAccountTexts();
  const address = viewOf(typeof view === 'string' ? view : null);
  const name = typeof object === 'string' ? object : address && t('contact.view');
  if (!name) return null;
  return <> · {address === null ? name : <Link to={address}>{name}</Link>}</>;
}
