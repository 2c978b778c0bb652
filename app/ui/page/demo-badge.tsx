import { Info } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Says that the map shows invented data. */
export const DemoBadge = observer(function DemoBadge(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  if (!atlas.shown.hasDemoData) return null;
  return (
    <p className="float demo" title={t('demo.explain')}>
      <Info size={16} aria-hidden="true" />
      {t('demo.badge')}
    </p>
  );
});
