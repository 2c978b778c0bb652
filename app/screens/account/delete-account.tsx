import { observer } from 'mobx-react-lite';
import { useMemo, useState, type ReactNode } from 'react';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import type { FormValues } from '../forms/form-model.ts';
import { SchemaForm } from '../forms/schema-form.tsx';
import type { Sent } from '../forms/use-form-state.ts';
import { useFocusOnChange } from '../forms/use-focus-on-change.ts';
import { deleteForm } from './fixed-forms.ts';

/** Asks for the password before the account is deleted. */
export const DeleteAccount = observer(function DeleteAccount({
  deleted,
}: {
  deleted: () => void;
}): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const form = useMemo(() => deleteForm(t), [t]);
  const [open, setOpen] = useState(false);
  const part = useFocusOnChange(open);
  const submit = async (values: FormValues): Promise<Sent> => {
    const password = String(values['password']);
    const result = await account.call((client) => client.deleteAccount(password));
    if (result.ok) {
      deleted();
      await account.leave();
    }
    return result;
  };
  return (
    <div ref={part}>
      {open ? (
        <SchemaForm form={form} submit={submit} danger>
          <button type="button" className="button" onClick={() => setOpen(false)}>
            {t('admin.cancel')}
          </button>
        </SchemaForm>
      ) : (
        <button type="button" className="button button-danger" onClick={() => setOpen(true)}>
          {t('account.delete')}
        </button>
      )}
    </div>
  );
});
