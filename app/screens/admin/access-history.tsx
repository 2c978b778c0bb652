import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { valuesOf } from 'atlas-engine/runtime';
import type { AccessEventAnswer } from 'atlas-engine/http';
import type { AdminRequest } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { useNames } from '../forms/use-names.ts';
import { Facts, type Fact } from './parts.tsx';

/** What a person holds, and what became of the access before. */
export const AccessHistory = observer(function AccessHistory({
  request: { grants, history },
}: {
  request: AdminRequest;
}): ReactNode {
  const { bundles } = useAtlas();
  const t = useAccountTexts();
  const { heldName, day } = useNames();
  const held = grants.map(heldName);
  const eventOf = ({ at, by, action, level, until }: AccessEventAnswer): Fact => ({
    label: day(at),
    value: t(`admin.was-${action}`, { name: by, level: heldName({ level, until }) }),
  });
  return (
    <>
      <h3>{t('admin.history')}</h3>
      <Facts
        facts={[
          {
            label: t('account.levels'),
            value: valuesOf(held, bundles.index) || t('admin.everyone'),
          },
          ...history.map(eventOf),
        ]}
      />
      {history.length === 0 && <p className="soft">{t('admin.no-history')}</p>}
    </>
  );
});
