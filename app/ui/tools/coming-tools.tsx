/** The panel of a tool that is not built yet. */
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useTexts } from '../atlas-context.ts';

export const Coming = observer(function Coming(): ReactNode {
  const t = useTexts();
  return <p className="caution">{t('tool.soon')}</p>;
});
