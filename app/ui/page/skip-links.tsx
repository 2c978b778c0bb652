import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** The first focusable elements: shortcuts to the map and to the layers. */
export function SkipLinks(): ReactNode {
  const { ui } = useAtlas();
  const t = useTexts();
  // Buttons instead of links, because the fragment of the address contains the map view.
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
