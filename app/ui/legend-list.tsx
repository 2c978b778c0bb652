import { Eye, EyeOff, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { LegendEntry } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from './atlas-context.ts';
import { BaseMapLegend } from './base-map-legend.tsx';
import { InfoButton } from './group-row.tsx';
import { LegendLine } from './legend-line.tsx';
import { Swatch } from './swatch.tsx';

/**
 * The legend of the active layers in the order of the map, from top to bottom. The legend of the
 * base map is at the end.
 */
export const LegendList = observer(function LegendList(): ReactNode {
  return (
    <>
      <LegendEntries />
      <BaseMapLegend />
    </>
  );
});

const LegendEntries = observer(function LegendEntries(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  if (atlas.shown.legend.length === 0) {
    return (
      <div className="legend-empty">
        <p>{t('legend.empty')}</p>
        <p className="soft">{t('legend.empty-help')}</p>
        <button type="button" className="button" onClick={() => atlas.ui.showTab('layers')}>
          {t('legend.to-layers')}
        </button>
      </div>
    );
  }
  return (
    <ul className="legend">
      {atlas.shown.legend.map((item) => (
        <LegendItem key={item.group} item={item} />
      ))}
    </ul>
  );
});

const LegendItem = observer(function LegendItem({ item }: { item: LegendEntry }): ReactNode {
  const { rows, name } = item;
  const [only] = rows;
  const single = rows.length === 1 && only && only.symbol.type !== 'ramp' ? only : undefined;
  return (
    <li className={`legend-item${item.visible ? '' : ' legend-hidden'}`}>
      <div className="legend-head">
        {single && (
          <Swatch symbols={[single.symbol]} hatch={item.restricted} opacity={item.opacity} />
        )}
        <h2>{name}</h2>
        <LegendButtons item={item} />
      </div>
      <LegendRemarks item={item} />
      {!single && (
        <ul className="legend-rows">
          {rows.map((row, index) => (
            <LegendLine key={index} row={row} hatch={item.restricted} opacity={item.opacity} />
          ))}
        </ul>
      )}
    </li>
  );
});

const LegendRemarks = observer(function LegendRemarks({ item }: { item: LegendEntry }): ReactNode {
  const t = useTexts();
  const remarks = [item.restricted && t('legend.restricted'), item.demo && t('demo.badge')].filter(
    (remark) => typeof remark === 'string',
  );
  return remarks.length > 0 && <p className="soft legend-remark">{remarks.join(' · ')}</p>;
});

const LegendButtons = observer(function LegendButtons({ item }: { item: LegendEntry }): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { group, name, visible } = item;
  const entry = atlas.bundles.entries.get(group)?.entry;
  return (
    <>
      <button
        type="button"
        className="icon"
        aria-label={t(visible ? 'group.hide' : 'group.show', { name })}
        onClick={() => atlas.layers.setVisible(group, !visible)}
      >
        {visible ? <Eye size={16} /> : <EyeOff size={16} />}
      </button>
      {entry && <InfoButton entry={entry} />}
      <button
        type="button"
        className="icon"
        aria-label={t('group.remove-of', { name })}
        onClick={() => atlas.catalogue.remove(group)}
      >
        <X size={16} />
      </button>
    </>
  );
});
