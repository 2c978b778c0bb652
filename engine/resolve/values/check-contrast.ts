/** Checks that the texts of the interface can be read in the colours of the theme. */
import { Color } from '@maplibre/maplibre-gl-style-spec';
import type * as Config from '../../../schemas/config.g.ts';
import type { Ground } from '../../basics/values.ts';
import type { AtlasModel } from '../../model/model.ts';
import type { Report } from '../../model/report.ts';
import { INTERFACE_DEFAULTS } from '../../page/interface-tokens.ts';

type Token = keyof typeof INTERFACE_DEFAULTS;

/** The colours of texts, each with what it is written on. */
const PAIRS: readonly (readonly [text: Token, on: readonly Token[]])[] = [
  ['ink', ['paper', 'paper-raised', 'ochre-wash', 'danger-wash']],
  ['canopy', ['paper', 'paper-raised']],
  ['on-canopy', ['canopy']],
  ['danger', ['paper', 'paper-raised']],
];

/** Smallest contrast of text of the usual size (WCAG 2.2, success criterion 1.4.3). */
const ENOUGH = 4.5;

/**
 * Reports texts of the interface that cannot be read, each with its worst background, if the theme sets
 * their colour or that of the background. Diagnostic: `low-contrast`.
 */
export function checkContrast(
  { tokens: nodes = {} }: Config.Theme,
  tokens: AtlasModel['tokens'],
  report: Report,
): void {
  for (const ground of ['light', 'dark'] as const)
    for (const [text, backgrounds] of PAIRS) {
      const color = colorOf(text, ground, tokens);
      const [worst] = backgrounds
        .filter((on) => [text, on].some((name) => tokens[name]?.[ground] !== undefined))
        .flatMap((on) => {
          const ratio = contrast(color, colorOf(on, ground, tokens));
          return ratio !== null && ratio < ENOUGH ? [{ on, ratio }] : [];
        })
        .sort((a, b) => a.ratio - b.ratio);
      if (!worst) continue;
      const { on, ratio } = worst;
      const set = tokens[text]?.[ground] === undefined ? on : text;
      const found = (Math.floor(ratio * 10) / 10).toFixed(1);
      const params = { text, on, ground, found, enough: String(ENOUGH) };
      report.warn('low-contrast', { node: nodes[set]!, key: ground }, params);
    }
}

/** Returns the colour of a token of the interface; null for one that lets shine through. */
function colorOf(name: Token, ground: Ground, tokens: AtlasModel['tokens']): Color | null {
  const value = tokens[name]?.[ground] ?? INTERFACE_DEFAULTS[name][ground];
  const color = Color.parse(String(value));
  return color?.a === 1 ? color : null;
}

/** Returns the contrast of two colours, 1 to 21 (WCAG 2.2); null if one is not known. */
function contrast(one: Color | null, other: Color | null): number | null {
  if (!one || !other) return null;
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Returns the relative luminance of a colour, 0 to 1 (WCAG 2.2). */
function luminance({ r, g, b }: Color): number {
  const linear = (value: number): number =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
