import { observer } from 'mobx-react-lite';
import type { KeyboardEvent, ReactNode } from 'react';
import type { PanelTab } from '../../stores/page/ui-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { Boundary } from '../common/boundary.tsx';
import { LayerList } from '../layers/layer-list.tsx';
import { LegendList } from '../legend/legend-list.tsx';
import { PageLinks } from './page-links.tsx';

const TABS: readonly PanelTab[] = ['layers', 'legend'];

/** The two tabs and the content of the chosen one. */
export const PanelTabs = observer(function PanelTabs(): ReactNode {
  const { ui, shown } = useAtlas();
  const count = shown.active.length;
  const t = useTexts();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = ui.tab === 'layers' ? 'legend' : 'layers';
    ui.showTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={t('panel.title')} onKeyDown={onKeyDown}>
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`tab-${tab}`}
            aria-selected={ui.tab === tab}
            aria-controls="panel-content"
            tabIndex={ui.tab === tab ? 0 : -1}
            onClick={() => ui.showTab(tab)}
          >
            {t(tab === 'layers' ? 'tab.layers' : 'tab.legend')}
            {tab === 'legend' && count > 0 && (
              <span className="count">
                <span aria-hidden="true">{count}</span>
                <span className="sr-only">{t('tab.active', { count })}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        className="panel-content"
        id="panel-content"
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={`tab-${ui.tab}`}
      >
        <Boundary subject={ui.tab}>{ui.tab === 'layers' ? <LayerList /> : <LegendList />}</Boundary>
        <PageLinks />
      </div>
    </>
  );
});

/** The number of groups on the map, and a button that removes all. */
export const PanelFoot = observer(function PanelFoot(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const count = atlas.shown.active.length;
  return (
    <footer className="panel-foot">
      <span>
        {count === 0
          ? t('legend.empty')
          : t(atlas.ui.tab === 'legend' ? 'layers.top-first' : 'layers.active', { count })}
      </span>
      {count > 0 && (
        <button type="button" className="link" onClick={atlas.catalogue.removeAll}>
          {t('layers.remove-all')}
        </button>
      )}
    </footer>
  );
});
