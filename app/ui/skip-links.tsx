import type { ReactNode } from 'react';
import { useAtlas, useTexts } from './atlas-context.ts';

/** First in the order of focus: straight to the map or to the layers. */
export function SkipLinks(): ReactNode {
  const { ui } = useAtlas();
  const t = useTexts();
  // Buttons, as what stands behind `#` in the address is the view.
  return (
    <nav className="skip" aria-label={t('skip.label')}>
      <button
        type="button"
        onClick={() => document.querySelector<HTMLElement>('.map canvas')?.focus()}
      >
        {t('skip.map')}
      </button>
      <button
        type="button"
        onClick={() => {
          ui.foldPanel(false);
          ui.showTab('layers');
          requestAnimationFrame(() => document.getElementById('panel-content')?.focus());
        }}
      >
        {t('skip.list')}
      </button>
    </nav>
  );
}
