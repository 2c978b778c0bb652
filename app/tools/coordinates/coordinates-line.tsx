import { Crosshair, MapPin, MousePointer2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { formatCoordinates } from '../../coordinates/format-coordinates.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { CopyButton } from '../common/copy-button.tsx';

const ICONS = { pointer: MousePointer2, clicked: MapPin, centre: Crosshair } as const;

/** The line at the edge of the map: coordinates, a button that opens the tool, and one to copy. */
export const CoordinatesLine = observer(function CoordinatesLine(): ReactNode {
  const { bundles, coordinates, map, side } = useAtlas();
  const t = useTexts();
  const { shown, format } = coordinates;
  if (!shown) return null;
  const Icon = ICONS[shown.of];
  // A pixel is what a pointer can tell apart.
  const text = formatCoordinates(shown.place, format, bundles.index, map.seen?.metresPerPixel);
  return (
    <div className="coordinates-line">
      <Icon size={16} aria-hidden="true" />
      <button
        type="button"
        className="coordinates-text"
        title={t(`coordinates.${shown.of}`)}
        aria-pressed={side.tool === 'coordinates'}
        onClick={() => side.toggleTool('coordinates')}
      >
        <span className="sr-only">{t('tool.coordinates')}: </span>
        {text}
      </button>
      <CopyButton text={text} label={t('coordinates.copy')} />
    </div>
  );
});
