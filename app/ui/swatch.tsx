import { observer } from 'mobx-react-lite';
import { useId, type ReactNode } from 'react';
import type { ByGround, LegendSymbol } from '../../engine/runtime.ts';
import { useAtlas } from './atlas-context.ts';
import { overGround } from './ground.ts';

/** Size of a swatch in px; the legend's classes are a little smaller. */
const SWATCH = { width: 22, height: 16 };

type Paint = (color: ByGround<string> | undefined) => string;

/**
 * The picture of a symbol beside its name: an area, a line, a point or a ramp. It says nothing that
 * the words beside it do not say, hence it is hidden from screen readers. Several symbols, as for a
 * group with classes, share one swatch.
 */
export const Swatch = observer(function Swatch({
  symbols,
  hatch = false,
  opacity = 1,
}: {
  symbols: readonly LegendSymbol[];
  hatch?: boolean;
  /** 0..1, of the group. */
  opacity?: number;
}): ReactNode {
  const { baseLayer } = useAtlas();
  const id = useId();
  const paint: Paint = (color) => (color ? (overGround(color, baseLayer) ?? 'none') : 'none');
  const [first] = symbols;
  if (!first) return <span className="swatch" aria-hidden="true" />;
  if (first.type === 'image' || first.type === 'icon')
    return <PictureSwatch address={paint(first.type === 'image' ? first.url : first.icon)} />;
  return (
    <svg
      className="swatch"
      aria-hidden="true"
      width={SWATCH.width}
      height={SWATCH.height}
      viewBox={`0 0 ${SWATCH.width} ${SWATCH.height}`}
    >
      {first.type === 'circle' && symbols.length > 1 ? (
        <Dots symbols={symbols} paint={paint} />
      ) : first.type === 'fill' && symbols.length > 1 ? (
        <Stripes symbols={symbols} paint={paint} id={id} />
      ) : (
        <Shape symbol={first} paint={paint} id={id} hatch={hatch} opacity={opacity} />
      )}
    </svg>
  );
});

function PictureSwatch({ address }: { address: string }): ReactNode {
  return (
    <img className="swatch" src={address} alt="" width={SWATCH.width} height={SWATCH.height} />
  );
}

function Dots({ symbols, paint }: { symbols: readonly LegendSymbol[]; paint: Paint }): ReactNode {
  const places = [
    { x: 6, y: 9 },
    { x: 12.5, y: 5 },
    { x: 16, y: 11 },
  ];
  return symbols.slice(0, places.length).map((symbol, index) => {
    const place = places[index];
    if (!place || symbol.type !== 'circle') return null;
    return <circle key={index} cx={place.x} cy={place.y} r={4} fill={paint(symbol.color)} />;
  });
}

/** Colours of as many classes as can be told apart at this size. */
function Stripes({
  symbols,
  paint,
  id,
}: {
  symbols: readonly LegendSymbol[];
  paint: Paint;
  id: string;
}): ReactNode {
  const colors = symbols
    .slice(0, 4)
    .flatMap((symbol) => (symbol.type === 'fill' ? [paint(symbol.color)] : []));
  const width = 20 / colors.length;
  return (
    <>
      <clipPath id={id}>
        <rect x={1} y={1} width={20} height={14} rx={3} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        {colors.map((color, index) => (
          <rect key={index} x={1 + index * width} y={1} width={width} height={14} fill={color} />
        ))}
      </g>
    </>
  );
}

function Shape({
  symbol,
  paint,
  id,
  hatch,
  opacity,
}: {
  symbol: LegendSymbol;
  paint: Paint;
  id: string;
  hatch: boolean;
  opacity: number;
}): ReactNode {
  switch (symbol.type) {
    case 'fill': {
      const edge = symbol.outline ? paint(symbol.outline) : paint(symbol.color);
      const width = Math.min(2, symbol.outlineWidth ?? 1);
      const box = { x: 1, y: 1, width: 20, height: 14, rx: 3 };
      return (
        <>
          <rect {...box} fill={paint(symbol.color)} fillOpacity={symbol.opacity * opacity} />
          {(hatch || symbol.hatch) && (
            <>
              <pattern
                id={id}
                width="4"
                height="4"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <line x1="0.5" y1="0" x2="0.5" y2="4" stroke={edge} strokeWidth="1" />
              </pattern>
              <rect {...box} fill={`url(#${id})`} fillOpacity={0.75} />
            </>
          )}
          <rect
            {...box}
            fill="none"
            stroke={edge}
            strokeWidth={symbol.outline ? Math.max(1.2, width) : 0.6}
            strokeOpacity={(symbol.outline ? 1 : 0.6) * opacity}
            strokeDasharray={symbol.dash && '3 2'}
          />
        </>
      );
    }
    case 'line':
      return (
        <path
          d="M1 12 C 7 12, 8 7, 12 7 S 16 3.5, 21 3.5"
          fill="none"
          stroke={paint(symbol.color)}
          strokeOpacity={symbol.opacity * opacity}
          strokeWidth={Math.min(4, Math.max(1.4, symbol.width))}
          strokeDasharray={symbol.dash && '4 2.5'}
        />
      );
    case 'circle':
      return (
        <circle
          cx={11}
          cy={8}
          r={Math.min(6, Math.max(3.6, symbol.radius))}
          fill={paint(symbol.color)}
          fillOpacity={symbol.opacity * opacity}
          stroke={paint(symbol.stroke)}
          strokeOpacity={opacity}
          strokeWidth={symbol.strokeWidth ?? 0}
        />
      );
    case 'ramp':
      return (
        <>
          <linearGradient id={id}>
            {symbol.stops.map(([value, color], index) => (
              <stop
                key={value}
                offset={symbol.stops.length > 1 ? index / (symbol.stops.length - 1) : 0}
                stopColor={paint(color)}
              />
            ))}
          </linearGradient>
          <rect x={0.5} y={0.5} width={21} height={15} rx={3} fill={`url(#${id})`} />
        </>
      );
    case 'icon':
    case 'image':
      return null;
  }
}
