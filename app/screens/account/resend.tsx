import { observer } from 'mobx-react-lite';
import { useMemo, type ReactNode } from 'react';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { NoticeLine, useNotice } from '../forms/notice-line.tsx';
import { SchemaForm } from '../forms/schema-form.tsx';
import { emailForm } from './fixed-forms.ts';

/** Sends the confirmation again. The answer is the same for every address. */
export const Resend = observer(function Resend({
  email,
}: {
  email?: string | undefined;
}): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const [notice, say] = useNotice();
  const form = useMemo(() => emailForm(t, { id: 'resend', submit: t('account.resend') }), [t]);
  return (
    <>
      <SchemaForm
        form={form}
        initial={email === undefined ? {} : { email }}
        submit={async (values) => {
          say(null);
          const result = await account.call((client) =>
            client.resendEmail(String(values['email'])),
          );
          if (result.ok) say(t('account.resent'));
          return result;
        }}
      />
      <NoticeLine notice={notice} />
    </>
  );
});
