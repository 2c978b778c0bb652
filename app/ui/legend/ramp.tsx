import { observer } from 'mobx-react-lite';
import { useId, type ReactNode } from 'react';
import { formatBound, pickGround, type LegendSymbol } from 'atlas-engine/runtime';
import { useAtlas } from '../common/atlas-context.ts';

/** A colour ramp with its first and last value and its label. */
export const Ramp = observer(function Ramp({
  symbol,
  label,
  opacity = 1,
}: {
  symbol: Extract<LegendSymbol, { type: 'ramp' }>;
  label: string;
  /** Opacity of the group, 0 to 1. */
  opacity?: number;
}): ReactNode {
  const { bases, bundles } = useAtlas();
  const baseLayer = bases.current;
  const id = useId();
  const { stops, unit } = symbol;
  const first = stops[0]?.[0] ?? 0;
  const last = stops.at(-1)?.[0] ?? first;
  const span = last - first || 1;
  const words = (value: number): string =>
    formatBound(value, bundles.index.locale) + (unit ? `\u00a0${unit}` : '');
  return (
    <div className="ramp">
      <svg width="100%" height="10" aria-hidden="true" preserveAspectRatio="none">
        <linearGradient id={id}>
          {stops.map(([value, color]) => (
            <stop
              key={value}
              offset={(value - first) / span}
              stopColor={pickGround(color, baseLayer)}
            />
          ))}
        </linearGradient>
        <rect
          width="100%"
          height="10"
          rx="2"
          fill={`url(#${id})`}
          fillOpacity={opacity * (symbol.opacity ?? 1)}
        />
      </svg>
      <span className="ramp-words">
        <span>{words(first)}</span>
        <span>{label}</span>
        <span>{words(last)}</span>
      </span>
    </div>
  );
});
