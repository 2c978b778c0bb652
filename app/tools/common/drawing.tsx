import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { AreaStore, DrawCommand } from '../../stores/places/area-store.ts';
import { useTexts } from '../../ui/common/atlas-context.ts';

/** Corners that a shape needs before it can be finished. */
const NEEDED = { rectangle: 1, polygon: 3 };

/** What to do while the visitor draws an area, with buttons for those who do not use a pointer. */
export const Drawing = observer(function Drawing({ area }: { area: AreaStore }): ReactNode {
  const t = useTexts();
  const { corners, mode } = area;
  if (!mode) return null;
  return (
    <>
      <p role="status">{t(`area.help-${mode}`)}</p>
      <div className="tool-actions">
        {mode === 'edit' ? (
          <button type="button" className="button" onClick={area.stop}>
            {t('area.finish')}
          </button>
        ) : (
          <>
            <Command area={area} does="corner" />
            {mode === 'polygon' && <Command area={area} does="undo" isReady={corners > 0} />}
            <Command area={area} does="finish" isReady={corners >= NEEDED[mode]} />
            <button type="button" className="button" onClick={area.stop}>
              {t('area.cancel')}
            </button>
          </>
        )}
      </div>
    </>
  );
});

function Command({
  area,
  does,
  isReady = true,
}: {
  area: AreaStore;
  does: DrawCommand;
  isReady?: boolean;
}): ReactNode {
  const t = useTexts();
  return (
    <button
      type="button"
      className="button"
      aria-disabled={!isReady}
      onClick={() => isReady && area.send(does)}
    >
      {t(`area.${does}`)}
    </button>
  );
}
