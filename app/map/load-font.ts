import type { AddProtocolAction } from 'maplibre-gl';
import { deadline } from '../net/deadline.ts';
import { takeFontOfMap } from '../styles/page-fonts.ts';

/** The protocol that fetches the fonts of map labels. */
export const FONT_SCHEME = 'font';

/**
 * Timeout of a font, in milliseconds. Tiles with labels wait for their fonts. Without the font, the
 * map draws the labels with a font of the device.
 */
const FONT_TIMEOUT_MS = 10_000;

/** Answers the requests of the map for font files. */
export const loadFont: AddProtocolAction = async ({ url }, { signal }) => {
  const address = url.slice(`${FONT_SCHEME}://`.length);
  const response = await fetch(address, { signal: deadline(FONT_TIMEOUT_MS, signal) });
  if (!response.ok) throw new Error(`The font ${address} gave the status ${response.status}.`);
  const data = await response.arrayBuffer();
  void takeFontOfMap(address, data);
  return { data };
};
