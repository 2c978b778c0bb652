import '../../styles/compare.css';
import { MoveHorizontal, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { Translate } from 'atlas-engine/runtime';
import { connectCompare } from '../../map/connect-compare.ts';
import type { Difference } from '../../address/compare-text.ts';
import type { AtlasStore } from '../../stores/atlas-store.ts';
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
      <Sides />
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

/** What each side shows, beside the divider. */
const Sides = observer(function Sides(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { difference, divider, failed } = atlas.compare;
  if (!difference || failed) return null;
  const [left, right] = sidesOf(difference, atlas, t);
  const place = `${divider * 100}%`;
  return (
    <>
      <p className="float compare-side compare-left" style={{ right: `calc(100% - ${place})` }}>
        {left}
      </p>
      <p className="float compare-side" style={{ left: place }}>
        {right}
      </p>
    </>
  );
});

function sidesOf(
  { kind, id }: Difference,
  { bases, bundles, compare }: AtlasStore,
  t: Translate,
): readonly [left: string, right: string] {
  const nameOf = (group = ''): string => bundles.entries.get(group)?.entry.name ?? group;
  const name = nameOf(id);
  switch (kind) {
    case 'base':
      return [bases.current.name, bases.find(id).name];
    case 'without':
      return [t('compare.with', { name }), t('compare.without', { name })];
    case 'unfiltered':
      return [t('compare.filtered', { name }), t('compare.unfiltered', { name })];
    case 'pair':
      return [nameOf(compare.beside), name];
  }
}

const Choice = observer(function Choice(): ReactNode {
  const atlas = useAtlas();
  const { compare } = atlas;
  const t = useTexts();
  const { difference, options } = compare;
  const keyOf = ({ kind, id }: Difference): string => `${kind}/${id}`;
  const optionsOf = (label: string, ...kinds: readonly Difference['kind'][]): ReactNode => {
    const listed = options.filter(({ kind }) => kinds.includes(kind));
    return (
      listed.length > 0 && (
        <optgroup label={label}>
          {listed.map((option) => (
            <option key={keyOf(option)} value={keyOf(option)}>
              {sidesOf(option, atlas, t)[1]}
            </option>
          ))}
        </optgroup>
      )
    );
  };
  const { beside } = compare;
  const besideName = atlas.bundles.entries.get(beside ?? '')?.entry.name ?? '';
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
          {optionsOf(t('compare.layers'), 'without', 'unfiltered')}
          {optionsOf(t('compare.beside', { name: besideName }), 'pair')}
          {optionsOf(t('compare.base'), 'base')}
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
