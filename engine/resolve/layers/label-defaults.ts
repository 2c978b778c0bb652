import type { Ground, Json, StyleValue, Sublayer } from '../../model/model.ts';
import type { ResolveContext } from '../context.ts';

type Label = Pick<Sublayer, 'paint' | 'layout'>;

/** The token with the colour of default halos. */
const HALO = 'halo';

/** The colours of default halos on grounds for which the theme has none. */
const PLAIN_HALO: Readonly<Record<Ground, string>> = { light: '#FFFFFF', dark: '#000000' };

/** Width of default halos in px. */
const HALO_WIDTH = 1.4;

/**
 * Adds what a sublayer with text does not set itself: a halo in the colour of the ground, and the
 * first font of the theme in `Regular`, if there is one.
 */
export function withLabelDefaults(
  { paint, layout }: Label,
  context: Pick<ResolveContext, 'fonts' | 'things' | 'usedTokens'>,
): Label {
  if (!('text-field' in layout)) return { paint, layout };
  const halo = { 'text-halo-color': haloColor(context), 'text-halo-width': literal(HALO_WIDTH) };
  const [family] = context.fonts;
  const font = family === undefined ? {} : { 'text-font': literal([`${family} Regular`]) };
  // Own values win, and stay in their places.
  return { paint: { ...paint, ...halo, ...paint }, layout: { ...layout, ...font, ...layout } };
}

function haloColor({
  things,
  usedTokens,
}: Pick<ResolveContext, 'things' | 'usedTokens'>): StyleValue {
  usedTokens.add(HALO);
  const colors = Object.entries({ ...PLAIN_HALO, ...things.token.get(HALO) });
  const values = colors.map(([ground, color]) => [ground, literal(color)]);
  return { kind: 'by-ground', values: Object.fromEntries(values) };
}

function literal(value: Json): StyleValue {
  return { kind: 'literal', value };
}
