import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { AccessEventAnswer } from 'atlas-engine/http';
import type { AdminRequest } from '../../account/admin-calls.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { useNames } from '../forms/use-names.ts';
import { Facts, type Fact } from './parts.tsx';

/** What a person holds, and what became of the access before. */
export const AccessHistory = observer(function AccessHistory({
  request: { grants, history },
}: {
  request: AdminRequest;
}): ReactNode {
  const t = useAccountTexts();
  const { levelName, placedName, day } = useNames();
  const withEnd = (name: string, until: string | null): string =>
    until === null ? name : `${name}, ${t('admin.until-date', { date: day(until) })}`;
  const held = grants.map(({ level, until, ...place }) => withEnd(placedName(level, place), until));
  const eventOf = ({ at, by, action, level, until }: AccessEventAnswer): Fact => ({
    label: day(at),
    value: t(`admin.was-${action}`, { name: by, level: withEnd(levelName(level), until) }),
  });
  return (
    <>
      <h3>{t('admin.history')}</h3>
      <Facts
        facts={[
          { label: t('account.levels'), value: held.join('; ') || t('admin.everyone') },
          ...history.map(eventOf),
        ]}
      />
      {history.length === 0 && <p className="soft">{t('admin.no-history')}</p>}
    </>
  );
});
