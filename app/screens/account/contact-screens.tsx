import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import { mapAddress } from '../../keep-address.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { RichText } from '../../ui/common/rich-text.tsx';
import { SchemaForm } from '../forms/schema-form.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { useAccountTexts, useDeclaredForm } from '../forms/account-texts.ts';
import { viewOf } from '../forms/view-of.ts';
import { Success } from './done-screen.tsx';

/** The contact form. “Report an error” opens it with an object, its layer and the view. */
export const ContactScreen = observer(function ContactScreen(): ReactNode {
  const { account, bundles } = useAtlas();
  const [query] = useSearchParams();
  const form = useDeclaredForm('contact');
  const navigate = useNavigate();
  const t = useTexts();
  const accountTexts = useAccountTexts();
  if (!form) return null;
  // Links may name layers that no longer exist.
  const entry = bundles.entries.get(query.get('layer') ?? '')?.entry ?? null;
  const view = viewOf(query.get('view'));
  const object = query.get('object');
  const { profile } = account;
  const names = [profile?.firstName, profile?.lastName].filter(Boolean);
  const name = names.join(' ') || profile?.username;
  const isReport = entry !== null || view !== null;
  const initial = {
    name: name || undefined,
    email: profile?.email || undefined,
    ...(object !== null && { subject: accountTexts('contact.error-in', { object }) }),
  };
  return (
    <ScreenFrame title={isReport ? t('session.report') : form.title}>
      {form.intro && <RichText text={form.intro} heading={2} />}
      {isReport && <About names={[object, entry?.name ?? null]} view={view} />}
      <SchemaForm
        form={form}
        initial={initial}
        submit={async (values) => {
          const about = {
            ...(entry !== null && { layer: entry.id }),
            ...(entry !== null && object !== null && { object }),
            ...(view !== null && { view }),
          };
          const result = await account.call((client) => client.contact({ ...values, ...about }));
          if (result.ok) void navigate(screenPath('contact-sent'));
          return result;
        }}
      />
    </ScreenFrame>
  );
});

/** The object, the layer and the view that a report of an error refers to. */
const About = observer(function About({
  names,
  view,
}: {
  names: readonly (string | null)[];
  view: string | null;
}): ReactNode {
  const t = useAccountTexts();
  return (
    <div className="form-about">
      <p>{t('contact.about')}</p>
      <ul>
        {names.map((name) => name !== null && <li key={name}>{name}</li>)}
        {view !== null && (
          <li>
            <Link to={view}>{t('contact.view')}</Link>
          </li>
        )}
      </ul>
    </div>
  );
});

export const ContactSentScreen = observer(function ContactSentScreen(): ReactNode {
  const { account, address } = useAtlas();
  const t = useAccountTexts();
  return (
    <ScreenFrame title={t('contact.sent-title')}>
      <Success>{t('contact.sent')}</Success>
      {account.loggedIn && <p>{t('contact.sent-account')}</p>}
      <div className="form-foot">
        <Link className="button button-main" to={mapAddress(address.parts)}>
          {t('contact.home')}
        </Link>
      </div>
    </ScreenFrame>
  );
});
