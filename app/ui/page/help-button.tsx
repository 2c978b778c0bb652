import { CircleQuestionMark } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Opens the welcome notice again. Hidden in an atlas without one. */
export const HelpButton = observer(function HelpButton({
  className,
}: {
  className: string;
}): ReactNode {
  const { welcome } = useAtlas();
  const t = useTexts();
  if (!welcome.welcome) return null;
  return (
    <button
      type="button"
      className={className}
      aria-label={t('welcome.open')}
      title={t('welcome.open')}
      onClick={welcome.reopen}
    >
      <CircleQuestionMark size={20} />
    </button>
  );
});
