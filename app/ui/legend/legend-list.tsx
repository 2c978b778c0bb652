import { Columns2, ScanSearch } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { BaseMapLegend } from './base-map-legend.tsx';
import { Chunk } from '../common/chunk.tsx';
import { firstSentence } from './first-sentence.ts';
import { generalCautions } from './general-cautions.ts';
import { LegendItem } from './legend-item.tsx';
import { ShownAreaPart } from '../layers/shown-area-part.tsx';

const loadObjects = () =>
  import('./objects-in-view.tsx').then((code) => ({ default: code.ObjectsInView }));

/**
 * The legend of the active layers in the order of the map, from top to bottom, then that of the base
 * map, the list of the objects in view, and the comparison of two maps.
 */
export const LegendList = observer(function LegendList(): ReactNode {
  return (
    <>
      <ShownAreaPart />
      <LegendEntries />
      <BaseMapLegend />
      <LegendTools />
    </>
  );
});

const LegendEntries = observer(function LegendEntries(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  if (atlas.shown.legend.length === 0) {
    // The legend of a layer comes with its data.
    const late = atlas.shown.active.find(({ id }) => !atlas.bundles.bundle.groups[id]);
    if (late) return <LateLayer id={late.id} />;
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
    <>
      <LegendCautions />
      <ul className="legend">
        {atlas.shown.legend.map((item) => (
          <LegendItem key={item.group} item={item} />
        ))}
      </ul>
    </>
  );
});

/** Says that a layer is being loaded, or that it cannot be loaded. */
const LateLayer = observer(function LateLayer({ id }: { id: string }): ReactNode {
  const { bundles, groups } = useAtlas();
  const t = useTexts();
  const name = bundles.entries.get(id)?.entry.name ?? '';
  return (
    <p className="legend-empty soft" role="status">
      {groups.status(id) === 'failed' ? t('group.failed') : t('group.loading', { name })}
    </p>
  );
});

/** The general cautions of the active layers, each once. */
const LegendCautions = observer(function LegendCautions(): ReactNode {
  const { bundles, shown } = useAtlas();
  const { bundle } = bundles;
  const general = generalCautions(bundle);
  const sentences = shown.legend
    .map(({ group }) => firstSentence(bundle.groups[group]?.info?.caution, bundle.locale))
    .filter((sentence) => general.has(sentence));
  if (sentences.length === 0) return null;
  return <p className="soft legend-cautions">{[...new Set(sentences)].join(' ')}</p>;
});

/** Ways to read the map: as a list, or beside another map. */
const LegendTools = observer(function LegendTools(): ReactNode {
  const { compare, inView, map, ui } = useAtlas();
  const t = useTexts();
  if (map.failure || ui.embedded) return null;
  const toggleCompare = (): void => {
    if (compare.isOpen) {
      compare.end();
      return;
    }
    compare.start();
    // On a phone, the bottom sheet would cover the maps.
    if (ui.phone) ui.setSheet('peek');
  };
  return (
    <div className="legend-tools">
      <p className="legend-tool-buttons">
        <button type="button" className="quiet" aria-expanded={inView.open} onClick={inView.toggle}>
          <ScanSearch size={16} />
          {t('objects.title')}
        </button>
        {compare.options.length > 0 && (
          <button
            type="button"
            className="quiet"
            aria-pressed={compare.isOpen}
            onClick={toggleCompare}
          >
            <Columns2 size={16} />
            {t('compare.open')}
          </button>
        )}
      </p>
      {inView.open && <Chunk load={loadObjects} />}
    </div>
  );
});
