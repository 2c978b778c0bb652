import { ArrowDown, ArrowUp, Layers, ListFilter, Maximize, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { mayAnalyse } from '../../stores/bundle/may-analyse.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { Chunk } from '../common/chunk.tsx';
import { useNumber } from '../common/use-number.ts';

const loadFilter = () =>
  import('./group-filter.tsx').then((code) => ({ default: code.GroupFilter }));

/** The settings of an unfolded row: opacity, filter, order and removal, and a move to the layer. */
export const GroupSettings = observer(function GroupSettings({
  entry,
}: {
  entry: GroupEntry;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { id, name } = entry;
  const filtering = atlas.filters.open === id;
  const hasFields = atlas.filters.fieldsOf(id).length > 0;
  return (
    <div className="settings">
      {entry.subtitle && <p className="settings-subtitle">{entry.subtitle}</p>}
      {atlas.catalogue.hasOpacity(id) && <Opacity entry={entry} />}
      <div className="settings-line settings-actions">
        <button
          type="button"
          className="quiet"
          aria-label={t('group.go-to-of', { name })}
          onClick={() => atlas.catalogue.zoomTo(id)}
        >
          <Maximize size={16} />
          {t('group.go-to')}
        </button>
        {hasFields && (
          <button
            type="button"
            className="quiet"
            aria-expanded={filtering}
            aria-label={t('criteria.open-of', { name })}
            onClick={() => atlas.filters.toggle(id)}
          >
            <ListFilter size={16} />
            {t('criteria.open')}
          </button>
        )}
        {hasFields && mayAnalyse(atlas.bundles.bundle) && (
          <button
            type="button"
            className="quiet"
            aria-label={t('group.overlaps-of', { name })}
            onClick={() => atlas.side.openOverlaps({ layer: entry.replaces ?? id })}
          >
            <Layers size={16} />
            {t('tool.overlaps')}
          </button>
        )}
        {atlas.catalogue.order.includes(id) && <GroupOrder entry={entry} />}
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
      {filtering && <Chunk load={loadFilter} />}
    </div>
  );
});

const Opacity = observer(function Opacity({
  entry: { id, name },
}: {
  entry: GroupEntry;
}): ReactNode {
  const { catalogue, layers } = useAtlas();
  const t = useTexts();
  const number = useNumber({ decimals: 0, unit: 'percent' });
  const percent = Math.round(catalogue.opacityOf(id) * 100);
  return (
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
        onChange={(event) => layers.setOpacity(id, Number(event.target.value) / 100)}
      />
      <output>{number(percent)}</output>
    </div>
  );
});

/** The buttons that move a group up or down. */
const GroupOrder = observer(function GroupOrder({ entry }: { entry: GroupEntry }): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { id, name } = entry;
  return (
    <span className="settings-order">
      <button
        type="button"
        className="icon"
        aria-label={t('group.up', { name })}
        aria-disabled={!atlas.catalogue.canMove(id, -1)}
        onClick={() => atlas.catalogue.move(id, -1)}
      >
        <ArrowUp size={16} />
      </button>
      <button
        type="button"
        className="icon"
        aria-label={t('group.down', { name })}
        aria-disabled={!atlas.catalogue.canMove(id, 1)}
        onClick={() => atlas.catalogue.move(id, 1)}
      >
        <ArrowDown size={16} />
      </button>
    </span>
  );
});
