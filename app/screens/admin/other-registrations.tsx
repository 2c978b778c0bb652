import { Users } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { listOf } from 'atlas-engine/runtime';
import type { EndedRegistrationAnswer } from 'atlas-engine/http';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from '../forms/account-texts.ts';
import { useNames } from '../forms/use-names.ts';

/** Maximum number of registrations that are named. */
const MOST_NAMED = 10;

/** Says that others had registered with the address of a person; nothing if there were none. */
export const OtherRegistrations = observer(function OtherRegistrations({
  others,
}: {
  others: readonly EndedRegistrationAnswer[];
}): ReactNode {
  const { index } = useAtlas().bundles;
  const t = useAccountTexts();
  const { day } = useNames();
  if (others.length === 0) return null;
  const named = others
    .slice(0, MOST_NAMED)
    .map(({ username: name, created }) => t('admin.other-of', { name, date: day(created) }));
  const names = listOf(others.length > MOST_NAMED ? [...named, '…'] : named, index);
  return (
    <p className="admin-others">
      <Users size={18} aria-hidden="true" />
      <span>{t('admin.others', { count: others.length, names })}</span>
    </p>
  );
});
