import { observer } from 'mobx-react-lite';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { closeMessage, listMessages, type AdminMessage } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { viewOf } from '../forms/view-of.ts';
import { useRefreshed } from '../forms/use-loaded.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { AdminFrame } from './admin-frame.tsx';
import { Paged } from './paged.tsx';
import { EmailLink, Past } from './parts.tsx';
import { messageForm } from './decision-forms.ts';
import { FormMessage, SchemaForm } from '../forms/schema-form.tsx';
import { useFocusOnChange } from '../forms/use-focus-on-change.ts';
import { useAction, type Action } from './use-action.ts';
import { useNames } from '../forms/use-names.ts';

/** The messages of visitors: those without an answer, oldest first, then the others. */
export const MessagesScreen = observer(function MessagesScreen(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const load = useCallback(() => account.call(listMessages), [account]);
  const loaded = useRefreshed(load);
  const action = useAction(loaded.reload);
  const open = loaded.value?.filter(({ done }) => !done).toReversed() ?? [];
  const answered = loaded.value?.filter(({ done }) => done) ?? [];
  return (
    <AdminFrame list="messages" loaded={loaded} action={action}>
      {loaded.value && open.length === 0 && <p className="admin-empty">{t('admin.no-messages')}</p>}
      <Paged items={open}>
        {(shown) =>
          shown.map((message) => <Message key={message.id} message={message} action={action} />)
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
  action,
}: {
  message: AdminMessage;
  /** The actions of the screen, for a message that is open. */
  action?: Action;
}): ReactNode {
  const t = useAccountTexts();
  const { moment } = useNames();
  const { kind, name, email, subject, created, done, answer } = message;
  return (
    <article className="admin-card">
      <h2>{subject}</h2>
      <p className="soft">
        <span className="chip">{t(kind === 'error' ? 'admin.error-report' : 'admin.message')}</span>{' '}
        {name} · <EmailLink email={email} /> · {t('admin.created', { date: moment(created) })}
      </p>
      <blockquote>{message.message}</blockquote>
      <AboutMap message={message} />
      {done && (
        <p className="admin-outcome">
          {t('admin.done-by', { name: done.by, date: moment(done.at) })}
        </p>
      )}
      {answer !== '' && <blockquote>{answer}</blockquote>}
      {action && <Close message={message} action={action} />}
    </article>
  );
});

/** The two buttons of an open message: one opens the form of the answer. */
const Close = observer(function Close({
  message: { id, name, subject, locale },
  action,
}: {
  message: AdminMessage;
  action: Action;
}): ReactNode {
  const t = useAccountTexts();
  const { languageName } = useNames();
  const [isOpen, setOpen] = useState(false);
  const part = useFocusOnChange(isOpen);
  const form = useMemo(
    () => messageForm(t, { id: `message-${id}`, language: languageName(locale) }),
    [id, languageName, locale, t],
  );
  const done = (): void =>
    action.press((client) => closeMessage(client, id, {}), t('admin.done-now'));
  return (
    <div ref={part}>
      {isOpen ? (
        <SchemaForm
          form={form}
          submit={(values) =>
            action.run(
              (client) => closeMessage(client, id, values),
              t('admin.answer-sent', { name }),
            )
          }
          // Someone else has answered.
          explain={({ kind }) =>
            kind === 'missing' ? <FormMessage>{t('admin.gone')}</FormMessage> : undefined
          }
        >
          <button type="button" className="button" onClick={() => setOpen(false)}>
            {t('admin.cancel')}
          </button>
        </SchemaForm>
      ) : (
        <div className="form-foot">
          <button
            type="button"
            className="button button-main"
            aria-label={t('admin.reply-to', { name })}
            onClick={() => setOpen(true)}
          >
            {t('admin.reply')}
          </button>
          <button
            type="button"
            className="button"
            aria-label={t('admin.done-of', { subject })}
            onClick={done}
          >
            {t('admin.done')}
          </button>
        </div>
      )}
    </div>
  );
});

/** The layer, the object and the view that an error report is about. */
const AboutMap = observer(function AboutMap({ message }: { message: AdminMessage }): ReactNode {
  const { bundles } = useAtlas();
  const t = useAccountTexts();
  const { layer, object, view } = message.context;
  const address = viewOf(typeof view === 'string' ? view : null);
  const name = bundles.entries.get(String(layer))?.entry.name ?? layer;
  if (layer === undefined && object === undefined && address === null) return null;
  return (
    <p className="admin-about">
      {object !== undefined && <span>{t('admin.object', { name: String(object) })}</span>}
      {layer !== undefined && <span>{t('admin.layer', { name: String(name) })}</span>}
      {address !== null && <Link to={address}>{t('admin.view')}</Link>}
    </p>
  );
});
