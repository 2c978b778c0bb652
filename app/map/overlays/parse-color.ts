import type { Color } from '@deck.gl/core';

/** Colours that were parsed before. */
const known = new Map<string, readonly [number, number, number]>();

/** Returns a CSS colour as red, green, blue and alpha, 0 to 255. `opacity` is 0 to 1. */
export function parseColor(css: string, opacity = 1): Color {
  const [red, green, blue] = known.get(css) ?? rgbOf(css);
  known.set(css, [red, green, blue]);
  return [red, green, blue, Math.round(opacity * 255)];
}

/** The browser itself reads the colour: one pixel of a canvas is filled with it. */
function rgbOf(css: string): readonly [number, number, number] {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(css);
  if (hex) return [parseInt(hex[1]!, 16), parseInt(hex[2]!, 16), parseInt(hex[3]!, 16)];
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [0, 0, 0];
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
