import { observer } from 'mobx-react-lite';
import { useCallback, type ReactNode } from 'react';
import { listMails, resendMail, type AdminMail } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { useLoaded } from '../forms/use-loaded.ts';
import { AdminFrame } from './admin-frame.tsx';
import { Paged } from './paged.tsx';
import { EmailLink } from './parts.tsx';
import { useAction } from './use-action.ts';
import { useNames } from '../forms/use-names.ts';

/** The mails that have not been sent: those that the server has given up first. */
export const MailsScreen = observer(function MailsScreen(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const load = useCallback(() => account.call(listMails), [account]);
  const loaded = useLoaded(load);
  const action = useAction(loaded.reload);
  const givenUp = loaded.value?.filter(({ dropped }) => dropped !== null) ?? [];
  const waiting = loaded.value?.filter(({ dropped }) => dropped === null) ?? [];
  const resend = ({ id, email }: AdminMail): void =>
    action.press((client) => resendMail(client, id), t('admin.resent', { email }));
  return (
    <AdminFrame list="mails" loaded={loaded} action={action}>
      {loaded.value?.length === 0 && <p className="admin-empty">{t('admin.no-mails')}</p>}
      <Paged items={[...givenUp, ...waiting]}>
        {(shown) =>
          shown.map((mail) =>
            mail.dropped === null ? (
              <Mail key={mail.id} mail={mail} />
            ) : (
              <Mail key={mail.id} mail={mail} resend={() => resend(mail)} />
            ),
          )
        }
      </Paged>
    </AdminFrame>
  );
});

const Mail = observer(function Mail({
  mail: { kind: id, email, created, attempts, dropped, error },
  resend,
}: {
  mail: AdminMail;
  resend?: () => void;
}): ReactNode {
  const t = useAccountTexts();
  const { day } = useNames();
  const kind = t(`admin.mail-${id}`);
  return (
    <article className="admin-card">
      <h2>
        {kind}
        {dropped !== null && (
          <span className="chip chip-danger">{t('admin.given-up', { date: day(dropped) })}</span>
        )}
      </h2>
      <p className="soft">
        <EmailLink email={email} /> · {day(created)}
      </p>
      {dropped === null && attempts > 0 && <p>{t('admin.waiting', { count: attempts })}</p>}
      {error !== '' && <blockquote>{t('admin.mail-error', { error })}</blockquote>}
      {resend && (
        <div className="form-foot">
          <button
            type="button"
            className="button"
            aria-label={t('admin.resend-to', { email, kind })}
            onClick={resend}
          >
            {t('admin.resend')}
          </button>
        </div>
      )}
    </article>
  );
});
