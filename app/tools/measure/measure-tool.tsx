import { observer } from 'mobx-react-lite';
import { useEffect, useId, type ReactNode } from 'react';
import type { MapStore } from '../../stores/map/map-store.ts';
import { makeMeasureStore, type MeasureKind, type MeasureStore } from './measure-store.ts';
import type { Place } from '../../stores/places/place.ts';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { CopyButton } from '../common/copy-button.tsx';
import { formatArea, formatLength } from '../common/format-size.ts';
import { measureShape } from './measure-shape.ts';

const KINDS: readonly MeasureKind[] = ['distance', 'area'];

/** Measures a distance or an area between corners on the map. */
export const MeasureTool = observer(function MeasureTool(): ReactNode {
  const { map } = useAtlas();
  const measure = useStore(makeMeasureStore);
  const t = useTexts();
  const name = useId();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => pressed(event, measure, map);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      measure.clear();
    };
  }, [map, measure]);
  return (
    <>
      <fieldset className="tool-field tool-kinds">
        <legend className="sr-only">{t('measure.kind')}</legend>
        {KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              checked={measure.kind === kind}
              onChange={() => measure.setKind(kind)}
            />
            <span>{t(`measure.${kind}`)}</span>
          </label>
        ))}
      </fieldset>
      <Result />
      <Actions />
      <p>{t('measure.help')}</p>
      <p className="soft tool-keys">{t('measure.keys')}</p>
    </>
  );
});

/** The size up to the pointer. After each corner, the size of the corners is announced. */
const Result = observer(function Result(): ReactNode {
  const measure = useStore(makeMeasureStore);
  const t = useTexts();
  const { corners, outline, isComplete } = measure;
  const isLive = outline.length > corners.length;
  return (
    <div className="measured">
      <div role="status" className={isLive ? 'sr-only' : undefined}>
        <Figures corners={corners} />
      </div>
      {isLive && (
        <div aria-hidden="true">
          <Figures corners={outline} />
        </div>
      )}
      {isComplete && <CopyResult label={t('measure.copy')} />}
    </div>
  );
});

const Figures = observer(function Figures({ corners }: { corners: readonly Place[] }): ReactNode {
  const measure = useStore(makeMeasureStore);
  const t = useTexts();
  const { distance, hectares, squareKilometres } = useFigures(corners);
  return (
    <>
      {corners.length > 1 && (
        <p className="measured-figure">
          {measure.kind === 'area' ? (hectares ?? distance) : distance}
        </p>
      )}
      {hectares !== undefined && (
        <p className="soft">
          {squareKilometres} · {t('measure.perimeter')} {distance}
        </p>
      )}
      <p className="soft">
        {measure.corners.length === 0
          ? t('measure.none')
          : t('measure.corners', { count: measure.corners.length })}
      </p>
    </>
  );
});

const CopyResult = observer(function CopyResult({ label }: { label: string }): ReactNode {
  const measure = useStore(makeMeasureStore);
  const t = useTexts();
  const { distance, hectares, squareKilometres } = useFigures(measure.corners);
  const text =
    hectares === undefined
      ? distance
      : `${hectares} (${squareKilometres}); ${t('measure.perimeter')} ${distance}`;
  return <CopyButton text={text} label={label} />;
});

/** Returns the figures of a measurement in the language of the page. */
function useFigures(corners: readonly Place[]): {
  readonly distance: string;
  readonly hectares?: string | undefined;
  readonly squareKilometres?: string | undefined;
} {
  const { bundles } = useAtlas();
  const measure = useStore(makeMeasureStore);
  const { locale } = bundles.index;
  const { length, area } = measureShape(corners, measure.kind);
  const [hectares, squareKilometres] = area === null ? [] : formatArea(area, locale);
  return { distance: formatLength(length, locale), hectares, squareKilometres };
}

const Actions = observer(function Actions(): ReactNode {
  const { map } = useAtlas();
  const measure = useStore(makeMeasureStore);
  const t = useTexts();
  const { corners, finished, isComplete } = measure;
  const { middle } = map;
  return (
    <div className="tool-actions">
      <button
        type="button"
        className="button"
        aria-disabled={!middle}
        onClick={() => middle && measure.add(middle)}
      >
        {t('measure.add')}
      </button>
      <button
        type="button"
        className="button"
        aria-disabled={corners.length === 0}
        onClick={measure.undo}
      >
        {t('measure.undo')}
      </button>
      <button
        type="button"
        className="button"
        aria-disabled={!isComplete}
        onClick={finished ? measure.clear : measure.finish}
      >
        {t(finished ? 'measure.again' : 'measure.finish')}
      </button>
    </div>
  );
});

/** The keys of the tool, while the focus is on the map. */
function pressed(event: KeyboardEvent, measure: MeasureStore, map: MapStore): void {
  if (!(event.target instanceof HTMLCanvasElement)) return;
  if (event.key === ' ' && map.middle) measure.add(map.middle);
  else if (event.key === 'Backspace') measure.undo();
  else if (event.key === 'Enter') measure.finish();
  else return;
  event.preventDefault();
}
