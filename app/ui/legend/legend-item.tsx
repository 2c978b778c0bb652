import { Eye, EyeOff, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { LegendEntry } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { FilterChip } from '../layers/filter-chip.tsx';
import { firstSentence } from './first-sentence.ts';
import { generalCautions } from './general-cautions.ts';
import { InfoButton } from '../layers/info-button.tsx';
import { LEGEND_GROUP, LegendGrip } from './legend-grip.tsx';
import { LegendLine } from './legend-line.tsx';
import { RowNote } from '../layers/row-note.tsx';
import { Swatch } from '../common/swatch.tsx';

/** One layer in the legend: its symbols, what there is to know about its data, and its buttons. */
export const LegendItem = observer(function LegendItem({ item }: { item: LegendEntry }): ReactNode {
  const { groups, hover } = useAtlas();
  const { rows, name, group } = item;
  const single = item.single ? rows[0] : undefined;
  const classes = [
    'legend-item',
    !item.visible && 'legend-hidden',
    groups.reach(group) !== 'in' && 'legend-unreached',
    hover.group === group && 'row-pointed',
  ];
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      {...{ [LEGEND_GROUP]: group }}
      // The map marks the features of the layer.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hover.pointRow(group)}
      onPointerLeave={() => hover.pointRow(null)}
    >
      <div className="legend-head">
        <LegendGrip group={group} name={name} />
        {single && (
          <Swatch symbols={[single.symbol]} hatch={item.restricted} opacity={item.opacity} />
        )}
        <h2>{name}</h2>
        <LegendStatus group={group} />
        <LegendButtons item={item} />
      </div>
      <div className="legend-body">
        <LegendRemarks item={item} />
        <FilterChip id={group} name={name} />
        <RowNote id={group} name={name} />
        {!single && rows.length > 0 && (
          <ul className="legend-rows">
            {rows.map((row, index) => (
              <LegendLine
                key={index}
                // A ramp need not repeat the name above it.
                row={row.symbol.type === 'ramp' && row.label === name ? { ...row, label: '' } : row}
                hatch={item.restricted}
                opacity={item.opacity}
              />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
});

/** Marks a layer that is loading or has failed. The note below the name says it in words. */
const LegendStatus = observer(function LegendStatus({ group }: { group: string }): ReactNode {
  const status = useAtlas().groups.status(group);
  if (status === 'loading')
    return <LoaderCircle size={16} className="spin legend-status" aria-hidden="true" />;
  if (status === 'failed')
    return <TriangleAlert size={16} className="legend-status state-failed" aria-hidden="true" />;
  return null;
});

/**
 * Remarks in one line, and the first sentence of the caution unless it is at the top of the legend. The
 * information panel has the rest.
 */
const LegendRemarks = observer(function LegendRemarks({ item }: { item: LegendEntry }): ReactNode {
  const { bundles, shown } = useAtlas();
  const { bundle } = bundles;
  const t = useTexts();
  // If all layers are demonstration data, the badge on the map says so.
  const demo = item.demo && shown.legend.some((other) => !other.demo);
  const remarks = [item.restricted && t('legend.restricted'), demo && t('demo.badge')].filter(
    (remark) => typeof remark === 'string',
  );
  const sentence = firstSentence(bundle.groups[item.group]?.info?.caution, bundle.locale);
  const caution = generalCautions(bundle).has(sentence) ? '' : sentence;
  if (remarks.length === 0 && !caution) return null;
  const remark = remarks.length > 0 ? `${remarks.join(' · ')}. ` : '';
  return (
    <p className="soft legend-remark">
      {remark}
      {caution}
    </p>
  );
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
