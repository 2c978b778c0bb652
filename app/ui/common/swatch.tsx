import { observer } from 'mobx-react-lite';
import { createElement, useId, type ReactNode } from 'react';
import {
  drawSwatch,
  pickGround,
  SWATCH_SIZE,
  swatchSize,
  type LegendSymbol,
  type SvgElement,
} from 'atlas-engine/runtime';
import { useAtlas } from './atlas-context.ts';

/**
 * The symbol of a legend row: an area, a line, a point, an icon or an image. Several symbols, such
 * as those of classes, share one swatch. It is hidden from screen readers, because the text beside
 * it says the same.
 */
export const Swatch = observer(function Swatch({
  symbols,
  hatch = false,
  opacity = 1,
}: {
  symbols: readonly LegendSymbol[];
  hatch?: boolean;
  /** Opacity of the group, 0 to 1. */
  opacity?: number;
}): ReactNode {
  const baseLayer = useAtlas().bases.current;
  const id = useId();
  const [first] = symbols;
  if (!first) return <span className="swatch" aria-hidden="true" />;
  if (first.type === 'image' || first.type === 'icon')
    return (
      <PictureSwatch
        address={pickGround(first.type === 'image' ? first.url : first.icon, baseLayer)}
      />
    );
  const { width, height } = swatchSize(symbols);
  const isSized = first.type === 'circle' && first.room !== undefined;
  return (
    <svg
      className={isSized ? 'swatch swatch-sized' : 'swatch'}
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      {drawSwatch(symbols, { base: baseLayer, id, opacity, hatch }).map(toElement)}
    </svg>
  );
});

/**
 * A picture that is not in the bundle is loaded after the first view of the map, or when there is none.
 */
const PictureSwatch = observer(function PictureSwatch({
  address,
}: {
  address: string | undefined;
}): ReactNode {
  const { bundles, map } = useAtlas();
  const source = address && bundles.pictureAt(address);
  const isDue = source !== address || map.drawn || map.failure !== null;
  return <img className="swatch" src={isDue ? source : undefined} alt="" {...SWATCH_SIZE} />;
});

function toElement({ name, attributes, children = [] }: SvgElement, key: number): ReactNode {
  return createElement(name, { ...attributes, key }, ...children.map(toElement));
}
