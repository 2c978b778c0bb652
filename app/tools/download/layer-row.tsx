import { ChevronDown, ChevronUp, LockKeyhole } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, useState, type ReactNode } from 'react';
import { AccessLink } from '../../ui/common/access-link.tsx';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { Swatch } from '../../ui/common/swatch.tsx';
import { makeCountsStore } from './counts-store.ts';
import type { DownloadStore } from './download-store.ts';
import type { OfferedDataset } from './download-types.ts';
import type { OfferedLayer } from './offered-layers.ts';

/** Returns whether a dataset can be downloaded in the area. */
export type Possible = (dataset: OfferedDataset) => boolean;

interface Chosen {
  readonly store: DownloadStore;
  readonly isPossible: Possible;
}

/** A layer: its symbol, its name, and what is in the area. Its datasets unfold if it has several. */
export const LayerRow = observer(function LayerRow({
  layer,
  ...chosen
}: Chosen & { layer: OfferedLayer }): ReactNode {
  const t = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { name, parts } = layer;
  const datasets = parts.map(({ dataset }) => dataset);
  const swatch = <Swatch symbols={layer.swatch} hatch={layer.isRestricted} />;
  if (parts.length === 1) return <Choice {...{ name, datasets, swatch }} {...chosen} />;
  const Icon = isOpen ? ChevronUp : ChevronDown;
  return (
    <>
      <div className="download-layer">
        <Choice {...{ name, datasets, swatch }} {...chosen} />
        <button
          type="button"
          className="icon"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('download.parts', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={16} />
        </button>
      </div>
      <div id={id} className="download-parts" role="group" aria-label={name} hidden={!isOpen}>
        {isOpen &&
          parts.map((part) => (
            <Choice
              key={part.dataset.id}
              name={part.name}
              datasets={[part.dataset]}
              swatch={null}
              {...chosen}
            />
          ))}
      </div>
    </>
  );
});

/** The checkbox of one dataset or several. Without one that is open, a lock is in its place. */
const Choice = observer(function Choice({
  name,
  datasets,
  swatch,
  store,
  isPossible,
}: Chosen & {
  name: string;
  datasets: readonly OfferedDataset[];
  swatch: ReactNode;
}): ReactNode {
  const id = useId();
  const open = datasets.filter(({ locked }) => locked === null);
  if (open.length === 0) return <Locked name={name} swatch={swatch} level={datasets[0]!.locked} />;
  const taken = open.filter((dataset) => store.datasets.has(dataset.id));
  const usable = open.filter(isPossible);
  const isAll = taken.length > 0 && usable.every((dataset) => store.datasets.has(dataset.id));
  return (
    <label className="download-check">
      <input
        ref={(box) => {
          if (box) box.indeterminate = taken.length > 0 && !isAll;
        }}
        type="checkbox"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-note`}
        // What was chosen before the area became too large can be left out again.
        disabled={usable.length === 0 && taken.length === 0}
        checked={isAll}
        onChange={() =>
          store.chooseDatasets(
            (isAll ? taken : usable).map((dataset) => dataset.id),
            !isAll,
          )
        }
      />
      {swatch}
      <span id={`${id}-name`} className="download-name">
        {name}
      </span>
      <span id={`${id}-note`} className="soft download-count">
        <Note datasets={open} isPossible={isPossible} />
      </span>
    </label>
  );
});

/** The number of objects in the area, or why they cannot be downloaded there. */
const Note = observer(function Note({
  datasets,
  isPossible,
}: {
  datasets: readonly OfferedDataset[];
  isPossible: Possible;
}): ReactNode {
  const { counts } = useStore(makeCountsStore);
  const t = useTexts();
  const known = datasets.flatMap(({ id }) => counts?.get(id) ?? []);
  const count = known.reduce((sum, one) => sum + one, 0);
  if (!datasets.some(isPossible))
    return t(known.length > 0 ? 'download.too-many-here' : 'download.not-wide', { count });
  if (known.length === 0) return null;
  return count === 0 ? t('download.nothing') : t('analysis.objects', { count });
});

const Locked = observer(function Locked({
  name,
  swatch,
  level,
}: {
  name: string;
  swatch: ReactNode;
  level: string | null;
}): ReactNode {
  const { levels } = useAtlas().bundles.index;
  const t = useTexts();
  return (
    <p className="download-check download-lock">
      <span className="no-box" aria-hidden="true" />
      {swatch}
      <span className="download-name">{name}</span>
      <span className="soft download-count">
        <LockKeyhole size={14} aria-hidden="true" />
        <span className="sr-only">{t('group.locked')}: </span>
        {levels.find(({ id }) => id === level)?.name ?? t('group.locked')}
        {level !== null && (
          <>
            {' · '}
            <AccessLink level={level} />
          </>
        )}
      </span>
    </p>
  );
});
