import '../../styles/compare.css';
import { MoveHorizontal, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { connectCompare } from '../../map/connect-compare.ts';
import type { Difference } from '../../stores/layers/compare-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { useNumber } from '../common/use-number.ts';

/** The second map, right of a divider that the visitor moves, and the choice of what it shows. */
export const CompareMap = observer(function CompareMap(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const container = useRef<HTMLDivElement>(null);
  const { divider, failed } = atlas.compare;
  useEffect(() => {
    const place = container.current;
    if (!place) return undefined;
    let away = false;
    const connected = connectCompare(atlas, place).then((disconnect) =>
      away ? disconnect() : disconnect,
    );
    return () => {
      away = true;
      void connected.then((disconnect) => disconnect?.());
    };
  }, [atlas]);
  const left = `${divider * 100}%`;
  return (
    <>
      <div className="compare-clip" inert style={{ clipPath: `inset(0 0 0 ${left})` }}>
        <div ref={container} className="map" />
      </div>
      {failed ? (
        <p className="float compare-choice" role="status">
          {t('compare.failed')}
        </p>
      ) : (
        <Divider />
      )}
      <Choice />
    </>
  );
});

/** Steps of the keys that move the divider, as shares of the width. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.02,
  ArrowDown: -0.02,
  ArrowRight: 0.02,
  ArrowUp: 0.02,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
};

const Divider = observer(function Divider(): ReactNode {
  const { compare } = useAtlas();
  const t = useTexts();
  const number = useNumber({ decimals: 0, unit: 'percent' });
  const percent = Math.round(compare.divider * 100);
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const area = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!area || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    compare.setDivider((event.clientX - area.left) / area.width);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    compare.setDivider(compare.divider + step);
  };
  return (
    <div
      className="compare-divider"
      role="slider"
      tabIndex={0}
      aria-label={t('compare.divider')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={t('compare.position', { percent: number(percent) })}
      style={{ left: `${percent}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    >
      <span className="compare-handle">
        <MoveHorizontal size={20} aria-hidden="true" />
      </span>
    </div>
  );
});

const Choice = observer(function Choice(): ReactNode {
  const { bases, bundles, compare } = useAtlas();
  const t = useTexts();
  const { difference, options } = compare;
  const labelOf = ({ kind, id }: Difference): string => {
    if (kind === 'base') return bases.find(id).name;
    const name = bundles.entries.get(id)?.entry.name ?? id;
    return t(kind === 'without' ? 'compare.without' : 'compare.unfiltered', { name });
  };
  const keyOf = ({ kind, id }: Difference): string => `${kind}/${id}`;
  const optionsOf = (isBase: boolean): ReactNode =>
    options
      .filter(({ kind }) => (kind === 'base') === isBase)
      .map((option) => (
        <option key={keyOf(option)} value={keyOf(option)}>
          {labelOf(option)}
        </option>
      ));
  return (
    <div className="float compare-choice">
      <label>
        <span>{t('compare.right')}</span>
        <select
          value={difference ? keyOf(difference) : ''}
          onChange={(event) => {
            const chosen = options.find((option) => keyOf(option) === event.target.value);
            if (chosen) compare.choose(chosen);
          }}
        >
          <optgroup label={t('compare.base')}>{optionsOf(true)}</optgroup>
          <optgroup label={t('compare.layers')}>{optionsOf(false)}</optgroup>
        </select>
      </label>
      <button
        type="button"
        className="icon icon-large"
        aria-label={t('compare.close')}
        title={t('compare.close')}
        onClick={compare.end}
      >
        <X size={20} />
      </button>
    </div>
  );
});
