import { Globe, Ruler } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { LocateButton } from './locate-button.tsx';
import { ZoomButtons } from './zoom-buttons.tsx';
import { ToolMenu } from '../../tools/toolbar.tsx';

/**
 * The buttons of the map: the tools, the position of the device, the whole extent and the zoom.
 * With `menu`, one button opens all tools; without it, only the ruler is here.
 */
export const MapControls = observer(function MapControls({
  tools,
}: {
  tools: 'none' | 'menu' | 'ruler';
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  return (
    <div className="map-controls">
      {tools !== 'none' && <LocateButton />}
      {tools === 'menu' && <ToolMenu />}
      {tools === 'ruler' && <RulerButton />}
      <button
        type="button"
        className="float float-button home"
        aria-label={atlas.projects.open ? atlas.projects.open.name : t('map.home')}
        title={atlas.projects.open ? atlas.projects.open.name : t('map.home')}
        onClick={atlas.projects.showHome}
      >
        <Globe size={20} />
      </button>
      <ZoomButtons zoomBy={atlas.map.zoomBy} />
    </div>
  );
});

const RulerButton = observer(function RulerButton(): ReactNode {
  const { side } = useAtlas();
  const t = useTexts();
  return (
    <button
      type="button"
      className="float float-button"
      aria-label={t('tool.measure')}
      title={t('tool.measure')}
      aria-pressed={side.tool === 'measure'}
      onClick={() => side.toggleTool('measure')}
    >
      <Ruler size={20} />
    </button>
  );
});
