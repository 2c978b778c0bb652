import '../../styles/shown-area.css';
import { Crop, Maximize, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { NamedAreaBox } from '../../tools/common/area-by-name.tsx';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** The area to which the map is limited, and the box that chooses one by its name. */
export const ShownArea = observer(function ShownArea(): ReactNode {
  const { shownArea } = useAtlas();
  const { choosing, of } = shownArea;
  return (
    <div className="shown-area">
      {choosing && <Choice />}
      {of && !choosing && <Chosen />}
    </div>
  );
});

const Choice = observer(function Choice(): ReactNode {
  const { shownArea } = useAtlas();
  const t = useTexts();
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={part}>
      <NamedAreaBox
        value={shownArea.outline?.title ?? ''}
        choose={({ geometry }, named) => shownArea.choose(named, geometry)}
      />
      <p className="soft">{t('area.only-help')}</p>
    </div>
  );
});

const Chosen = observer(function Chosen(): ReactNode {
  const { shownArea, ui } = useAtlas();
  const t = useTexts();
  const chip = useRef<HTMLParagraphElement>(null);
  const { failed, outline, wasChosen } = shownArea;
  // The box that chose the area is gone.
  useEffect(() => {
    if (wasChosen) chip.current?.focus();
  }, [wasChosen]);
  const name = outline && (outline.title || t('near.unnamed'));
  return (
    <div className="filter-chip">
      <Crop size={16} aria-hidden="true" />
      <p ref={chip} tabIndex={-1} role="status">
        {name !== null
          ? t('area.only', { name })
          : t(failed ? 'area.only-failed' : 'area.only-loading')}
      </p>
      {name !== null ? (
        <button
          type="button"
          className="icon"
          aria-label={t('area.only-show', { name })}
          onClick={shownArea.show}
        >
          <Maximize size={16} />
        </button>
      ) : (
        failed && (
          <button type="button" className="link" onClick={() => void shownArea.load()}>
            {t('group.retry')}
          </button>
        )
      )}
      <button
        type="button"
        className="icon"
        aria-label={t('area.only-clear')}
        onClick={() => {
          shownArea.clear();
          // The button is gone.
          document.getElementById(`tab-${ui.tab}`)?.focus();
        }}
      >
        <X size={16} />
      </button>
    </div>
  );
});
