import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../common/atlas-context.ts';

/** The buttons that zoom a map in and out. */
export function ZoomButtons({ zoomBy }: { zoomBy: (steps: 1 | -1) => void }): ReactNode {
  const t = useTexts();
  return (
    <div className="float zoom">
      <button
        type="button"
        className="float-button"
        aria-label={t('map.zoom-in')}
        onClick={() => zoomBy(1)}
      >
        <Plus size={20} />
      </button>
      <button
        type="button"
        className="float-button"
        aria-label={t('map.zoom-out')}
        onClick={() => zoomBy(-1)}
      >
        <Minus size={20} />
      </button>
    </div>
  );
}
