import { Info } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Time after which the badge of a phone is only its icon, in milliseconds. */
const TEXT_MS = 5_000;

/** Says that the map shows invented data. On a phone the text hides, and a press shows it again. */
export const DemoBadge = observer(function DemoBadge(): ReactNode {
  const { shown, ui } = useAtlas();
  const t = useTexts();
  const [open, setOpen] = useState(true);
  const { phone } = ui;
  useEffect(() => {
    if (!phone || !open || !shown.hasDemoData) return undefined;
    const timer = setTimeout(() => setOpen(false), TEXT_MS);
    return () => clearTimeout(timer);
  }, [phone, open, shown.hasDemoData]);
  if (!shown.hasDemoData) return null;
  if (phone && !open)
    return (
      <button
        type="button"
        className="float demo demo-short"
        aria-label={t('demo.badge')}
        title={t('demo.explain')}
        onClick={() => setOpen(true)}
      >
        <Info size={16} aria-hidden="true" />
      </button>
    );
  return (
    <p className="float demo" title={t('demo.explain')}>
      <Info size={16} aria-hidden="true" />
      {t('demo.badge')}
    </p>
  );
});
