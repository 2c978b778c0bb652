import type { AtlasBundle, ByGround, OverlayStyle } from '../bundle/bundle.ts';
import { pickGround, type Base } from './pick-ground.ts';

/** The style of a highlight: a line over a wider casing, and an optional fill. */
export interface OverlayModel {
  readonly id: string;
  readonly line: { readonly color: string; readonly width: number };
  readonly casing: {
    readonly color: string;
    readonly width: number;
    readonly dash?: readonly number[];
  } | null;
  readonly fill: { readonly color: string; readonly opacity: number } | null;
  /** Radius of points in px. */
  readonly radius: number;
  /** The look of the name, with a size in px. */
  readonly label: {
    readonly color: string;
    readonly halo: string;
    readonly size: number;
    readonly font?: string;
  } | null;
}

/** The styles of the marks that every map has, for atlases that declare none. */
const UNDECLARED: AtlasBundle['overlays'] = {
  highlight: {
    color: '#2E86C1',
    'fill-opacity': 0.18,
    casing: { color: '#FFFFFF', width: 7, dash: [2, 1] },
  },
  imported: { fill: '#7A5195', line: '#4B2E6B', opacity: 0.5, width: 2, radius: 5 },
  'drawn-area': { 'fill-opacity': 0.1, casing: { color: '#FFFFFF', width: 6 } },
  position: { color: '#1F6695', radius: 7, 'fill-opacity': 0.15 },
};

/** The default style of an overlay. */
const DEFAULTS = { color: '#1E2A24', width: 3, radius: 8, halo: '#FFFFFF' } as const;

/** Returns the style of an overlay: that of the atlas, or else the default of the program. */
export function overlayStyle(
  { overlays }: Pick<AtlasBundle, 'overlays'>,
  id: string,
): OverlayStyle {
  return overlays[id] ?? UNDECLARED[id] ?? {};
}

/**
 * Compiles the overlays of an atlas for a base map. What the atlas does not set has its default. Sizes are px, opacities 0
 * to 1.
 */
export function compileOverlays(
  { overlays }: Pick<AtlasBundle, 'overlays'>,
  base: Base,
): Readonly<Record<string, OverlayModel>> {
  return Object.fromEntries(
    Object.entries({ ...UNDECLARED, ...overlays }).map(([id, style]) => [
      id,
      overlayOf(id, style, base),
    ]),
  );
}

function overlayOf(id: string, style: OverlayStyle, base: Base): OverlayModel {
  const colorOf = (value: ByGround<string> | undefined): string | undefined =>
    value === undefined ? undefined : pickGround(value, base);
  const color = colorOf(style.line ?? style.color) ?? DEFAULTS.color;
  const fill = colorOf(style.fill) ?? (style['fill-opacity'] === undefined ? undefined : color);
  const { casing, label } = style;
  return {
    id,
    line: { color, width: style.width ?? DEFAULTS.width },
    casing: casing ? { ...casing, color: colorOf(casing.color) ?? DEFAULTS.color } : null,
    fill:
      fill === undefined
        ? null
        : { color: fill, opacity: style['fill-opacity'] ?? style.opacity ?? 0.2 },
    radius: style.radius ?? DEFAULTS.radius,
    label: label
      ? {
          ...label,
          color: colorOf(label.color) ?? DEFAULTS.color,
          halo: colorOf(label.halo) ?? DEFAULTS.halo,
        }
      : null,
  };
}
