import { observer } from 'mobx-react-lite';
import { useEffect, useId, type ReactNode } from 'react';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { MeasureKind } from '../../stores/measure-store.ts';
import { useAtlas, useTexts } from '../atlas-context.ts';
import { CopyButton } from './copy-button.tsx';
import { formatArea, formatLength } from './format-size.ts';
import { measureShape } from './measure-shape.ts';

const KINDS: readonly MeasureKind[] = ['distance', 'area'];

/** Measures a distance or an area between corners on the map. */
export const MeasureTool = observer(function MeasureTool(): ReactNode {
  const atlas = useAtlas();
  const { measure } = atlas;
  const t = useTexts();
  const name = useId();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => pressed(event, atlas);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      measure.clear();
    };
  }, [atlas, measure]);
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

/** The size so far. It is announced after each corner. */
const Result = observer(function Result(): ReactNode {
  const { bundles, measure } = useAtlas();
  const t = useTexts();
  const { locale } = bundles.index;
  const { corners, kind } = measure;
  const { length, area } = measureShape(corners, kind);
  const [hectares, squareKilometres] = area === null ? [] : formatArea(area, locale);
  const distance = formatLength(length, locale);
  const text =
    hectares === undefined
      ? distance
      : `${hectares} (${squareKilometres}); ${t('measure.perimeter')} ${distance}`;
  return (
    <div className="measured">
      <div role="status">
        {corners.length > 1 && (
          <p className="measured-figure">{kind === 'area' ? (hectares ?? distance) : distance}</p>
        )}
        {hectares !== undefined && (
          <p className="soft">
            {squareKilometres} · {t('measure.perimeter')} {distance}
          </p>
        )}
        <p className="soft">
          {corners.length === 0
            ? t('measure.none')
            : t('measure.corners', { count: corners.length })}
        </p>
      </div>
      {measure.isComplete && <CopyButton text={text} label={t('measure.copy')} />}
    </div>
  );
});

const Actions = observer(function Actions(): ReactNode {
  const { map, measure } = useAtlas();
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
function pressed(event: KeyboardEvent, { map, measure }: AtlasStore): void {
  if (!(event.target instanceof HTMLCanvasElement)) return;
  if (event.key === ' ' && map.middle) measure.add(map.middle);
  else if (event.key === 'Backspace') measure.undo();
  else if (event.key === 'Enter') measure.finish();
  else return;
  event.preventDefault();
}
