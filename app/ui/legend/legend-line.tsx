import type { ReactNode } from 'react';
import type { LegendRow } from 'atlas-engine/runtime';
import { Ramp } from './ramp.tsx';
import { Swatch } from '../common/swatch.tsx';

/** One row of a legend: a symbol with its label, a ramp or an image. */
export function LegendLine({
  row: { symbol, label },
  hatch = false,
  opacity = 1,
}: {
  row: LegendRow;
  hatch?: boolean;
  /** Opacity of the group, 0 to 1. */
  opacity?: number;
}): ReactNode {
  if (symbol.type === 'ramp') {
    return (
      <li className="legend-wide">
        <Ramp symbol={symbol} label={label} opacity={opacity} />
      </li>
    );
  }
  if (symbol.type === 'image') {
    return (
      <li className="legend-wide">
        <img src={symbol.url} alt="" loading="lazy" />
        <span>{symbol.text}</span>
      </li>
    );
  }
  return (
    <li>
      <Swatch symbols={[symbol]} hatch={hatch} opacity={opacity} />
      <span>{label}</span>
    </li>
  );
}
