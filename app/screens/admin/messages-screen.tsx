import { Mail } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { closeMessage, listMessages, type AdminMessage } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { viewOf } from '../forms/view-of.ts';
import { useLoaded } from '../forms/use-loaded.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { AdminFrame } from './admin-frame.tsx';
import { Paged } from './paged.tsx';
import { EmailLink, Past } from './parts.tsx';
import { useAction } from './use-action.ts';
import { useNames } from '../forms/use-names.ts';

/** The messages of visitors: those without an answer, oldest first, then the others. */
export const MessagesScreen = observer(function MessagesScreen(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const load = useCallback(() => account.call(listMessages), [account]);
  const loaded = useLoaded(load);
  const action = useAction(loaded.reload);
  const open = loaded.value?.filter(({ done }) => !done).toReversed() ?? [];
  const answered = loaded.value?.filter(({ done }) => done) ?? [];
  const close = (id: number): void =>
    action.press((client) => closeMessage(client, id), t('admin.done-now'));
  return (
    <AdminFrame list="messages" loaded={loaded} action={action}>
      {loaded.value && open.length === 0 && <p className="admin-empty">{t('admin.no-messages')}</p>}
      <Paged items={open}>
        {(shown) =>
          shown.map((message) => (
            <Message key={message.id} message={message} close={() => close(message.id)} />
          ))
        }
      </Paged>
      {answered.length > 0 && (
        <Past title={t('admin.answered', { count: answered.length })}>
          <Paged items={answered}>
            {(shown) => shown.map((message) => <Message key={message.id} message={message} />)}
          </Paged>
        </Past>
      )}
    </AdminFrame>
  );
});

const Message = observer(function Message({
  message,
  close,
}: {
  message: AdminMessage;
  close?: () => void;
}): ReactNode {
  const t = useAccountTexts();
  const { day } = useNames();
  const { kind, name, email, subject, created, done } = message;
  const reply = `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  return (
    <article className="admin-card">
      <h2>{subject}</h2>
      <p className="soft">
        <span className="chip">{t(kind === 'error' ? 'admin.error-report' : 'admin.message')}</span>{' '}
        {name} · <EmailLink email={email} /> · {t('admin.created', { date: day(created) })}
      </p>
      <blockquote>{message.message}</blockquote>
      <AboutMap message={message} />
      {done && (
        <p className="admin-outcome">{t('admin.done-by', { name: done.by, date: day(done.at) })}</p>
      )}
      {close && (
        <div className="form-foot">
          <a className="button button-main" href={reply} aria-label={t('admin.reply-to', { name })}>
            <Mail size={18} aria-hidden="true" />
            {t('admin.reply')}
          </a>
          <button
            type="button"
            className="button"
            aria-label={t('admin.done-of', { subject })}
            onClick={close}
          >
            {t('admin.done')}
          </button>
        </div>
      )}
    </article>
  );
});

/** The layer and the view that an error report is about. */
const AboutMap = observer(function AboutMap({ message }: { message: AdminMessage }): ReactNode {
  const { bundles } = useAtlas();
  const t = useAccountTexts();
  const { layer, view } = message.context;
  const address = viewOf(typeof view === 'string' ? view : null);
  const name = bundles.entries.get(String(layer))?.entry.name ?? layer;
  if (layer === undefined && address === null) return null;
  return (
    <p className="admin-about">
      {layer !== undefined && <span>{t('admin.layer', { name: String(name) })}</span>}
      {address !== null && <Link to={address}>{t('admin.view')}</Link>}
    </p>
  );
});
