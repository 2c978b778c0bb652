import { SWATCH_SIZE, type SvgElement } from '../runtime/draw-swatch.ts';
import { escapeHtml } from './escape-html.ts';

/** SVG attributes whose names contain capitals. */
const CAPITALS = new Set(['patternUnits', 'patternTransform', 'viewBox']);

/**
 * Renders a swatch as SVG; empty when there is nothing to draw. It uses attributes only, because
 * the page's security policy forbids inline styles. The size is in px.
 */
export function swatchHtml(
  elements: readonly SvgElement[],
  { width, height } = SWATCH_SIZE,
): string {
  if (elements.length === 0) return '';
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg ${size} aria-hidden="true">${elements.map(toHtml).join('')}</svg>`;
}

function toHtml({ name, attributes, children = [] }: SvgElement): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${attributeName(key)}="${escapeHtml(String(value))}"`)
    .join('');
  if (children.length === 0) return `<${name}${written}/>`;
  return `<${name}${written}>${children.map(toHtml).join('')}</${name}>`;
}

function attributeName(name: string): string {
  if (CAPITALS.has(name)) return name;
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
