import { Globe, Minus, Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from './atlas-context.ts';

/** The buttons for the whole extent and for the zoom. */
export const MapControls = observer(function MapControls(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  return (
    <div className="map-controls">
      <button
        type="button"
        className="float float-button"
        aria-label={atlas.projects.open ? atlas.projects.open.name : t('map.home')}
        title={atlas.projects.open ? atlas.projects.open.name : t('map.home')}
        onClick={atlas.projects.showHome}
      >
        <Globe size={20} />
      </button>
      <div className="float zoom">
        <button
          type="button"
          className="float-button"
          aria-label={t('map.zoom-in')}
          onClick={() => atlas.map.zoomBy(1)}
        >
          <Plus size={20} />
        </button>
        <button
          type="button"
          className="float-button"
          aria-label={t('map.zoom-out')}
          onClick={() => atlas.map.zoomBy(-1)}
        >
          <Minus size={20} />
        </button>
      </div>
    </div>
  );
});
