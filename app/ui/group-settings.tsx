import { ArrowDown, ArrowUp, Maximize, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from './atlas-context.ts';
import { useNumber } from './use-number.ts';

/** The settings of an unfolded row: opacity, zoom to, order and removal. */
export const GroupSettings = observer(function GroupSettings({
  entry,
}: {
  entry: GroupEntry;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const number = useNumber({ decimals: 0, unit: 'percent' });
  const { id, name } = entry;
  const percent = Math.round(atlas.catalogue.opacityOf(id) * 100);
  return (
    <div className="settings">
      {entry.subtitle && <p className="settings-subtitle">{entry.subtitle}</p>}
      <div className="settings-line">
        <span aria-hidden="true">{t('group.opacity')}</span>
        <input
          type="range"
          min="0"
          max="100"
          value={percent}
          aria-label={t('group.opacity-of', { name })}
          aria-valuetext={number(percent)}
          style={{ '--filled': `${percent}%` } as React.CSSProperties}
          onChange={(event) => atlas.layers.setOpacity(id, Number(event.target.value) / 100)}
        />
        <output>{number(percent)}</output>
      </div>
      <div className="settings-line settings-actions">
        <button
          type="button"
          className="quiet"
          aria-label={t('group.zoom-to-of', { name })}
          onClick={() => atlas.catalogue.zoomTo(id)}
        >
          <Maximize size={16} />
          {t('group.zoom-to')}
        </button>
        <GroupOrder entry={entry} />
        <button
          type="button"
          className="quiet"
          aria-label={t('group.remove-of', { name })}
          onClick={() => atlas.catalogue.remove(id)}
        >
          <X size={16} />
          {t('group.remove')}
        </button>
      </div>
    </div>
  );
});

/** The buttons that move a group up or down. */
const GroupOrder = observer(function GroupOrder({ entry }: { entry: GroupEntry }): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { id, name } = entry;
  const { active } = atlas.layers;
  const place = active.findIndex((group) => group.id === id);
  return (
    <span className="settings-order">
      <button
        type="button"
        className="icon"
        aria-label={t('group.up', { name })}
        aria-disabled={place <= 0}
        onClick={() => atlas.catalogue.move(id, -1)}
      >
        <ArrowUp size={16} />
      </button>
      <button
        type="button"
        className="icon"
        aria-label={t('group.down', { name })}
        aria-disabled={place === active.length - 1}
        onClick={() => atlas.catalogue.move(id, 1)}
      >
        <ArrowDown size={16} />
      </button>
    </span>
  );
});
