import type { ByGround, LegendSymbol } from '../bundle/bundle.ts';
import { escapeHtml } from './escape-html.ts';

/** Size in px. */
const WIDTH = 22;
const HEIGHT = 16;

/**
 * Draws a legend symbol whose ground is resolved as SVG. Attributes only: the page's policy forbids
 * inline styles. Empty for pictures, whose words stand beside them.
 */
export function swatchSvg(symbol: LegendSymbol): string {
  const shape = shapeOf(symbol);
  return shape === ''
    ? ''
    : `<svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${shape}</svg>`;
}

function shapeOf(symbol: LegendSymbol): string {
  switch (symbol.type) {
    case 'fill': {
      const stroke = symbol.outline ?? symbol.color;
      const fill = element('rect', {
        ...{ x: 1, y: 1, width: 20, height: 14, rx: 3 },
        ...{ fill: color(symbol.color), 'fill-opacity': symbol.opacity },
        ...{ stroke: color(stroke), 'stroke-width': 1.2 },
        'stroke-dasharray': symbol.dash && '3 2',
      });
      const hatch = { d: 'M4 15 14 1M10 15 20 1', stroke: color(stroke), 'stroke-width': 1 };
      return symbol.hatch ? fill + element('path', hatch) : fill;
    }
    case 'line':
      return element('path', {
        ...{ d: 'M1 12 21 4', stroke: color(symbol.color), 'stroke-opacity': symbol.opacity },
        'stroke-width': Math.min(4, Math.max(1.4, symbol.width)),
        'stroke-dasharray': symbol.dash && '4 2.5',
      });
    case 'circle':
      return element('circle', {
        ...{ cx: 11, cy: 8, r: Math.min(6, Math.max(3.6, symbol.radius)) },
        ...{ fill: color(symbol.color), 'fill-opacity': symbol.opacity },
        ...(symbol.stroke === undefined
          ? {}
          : { stroke: color(symbol.stroke), 'stroke-width': symbol.strokeWidth ?? 1 }),
      });
    case 'ramp': {
      // Bands, as a gradient would need an id that is unique on the page.
      const width = 20 / Math.max(1, symbol.stops.length);
      return symbol.stops
        .map(([, stop], index) =>
          element('rect', {
            ...{ x: Math.round((1 + index * width) * 100) / 100, y: 1 },
            ...{ width: Math.round(width * 100) / 100, height: 14, fill: color(stop) },
            'fill-opacity': symbol.opacity,
          }),
        )
        .join('');
    }
    case 'icon':
    case 'image':
      return '';
  }
}

function color(value: ByGround<string>): string {
  return typeof value === 'string' ? value : 'none';
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`);
  return `<${name}${written.join('')}/>`;
}
