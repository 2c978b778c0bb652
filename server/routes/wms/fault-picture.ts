/** Draws errors for clients that show only pictures. */
import { createCanvas } from '@napi-rs/canvas';
import type { Encoded } from '../../http/encoded.ts';
import { legendFont } from '../../drawing/legend-font.ts';
import { MAX_PIXELS, type WmsParameters } from './parameters.ts';
import { encodeCanvas, type PictureFormat } from '../../drawing/picture.ts';

const INK = '#a01c1c';
const FONT_SIZE = 12;
const LINE_HEIGHT = 16;
const MARGIN = 8;

/**
 * Draws a picture of the requested size with the text of an error, or an empty picture for null.
 * Invalid values of size, format or background are replaced by the defaults.
 */
export async function drawFault(parameters: WmsParameters, words: string | null): Promise<Encoded> {
  const format: PictureFormat = /^image\/jpe?g/i.test(parameters.get('FORMAT') ?? '')
    ? 'image/jpeg'
    : 'image/png';
  const canvas = createCanvas(sideOf(parameters.get('WIDTH')), sideOf(parameters.get('HEIGHT')));
  const context = canvas.getContext('2d');
  if (parameters.get('TRANSPARENT')?.toUpperCase() !== 'TRUE' || format === 'image/jpeg') {
    const [, color] = /^(?:0x|#)([\da-f]{6})$/i.exec(parameters.get('BGCOLOR') ?? '') ?? [];
    context.fillStyle = `#${color ?? 'ffffff'}`;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  if (words !== null) {
    context.font = legendFont(FONT_SIZE);
    context.fillStyle = INK;
    context.textBaseline = 'top';
    const fits = (line: string): boolean =>
      context.measureText(line).width <= canvas.width - 2 * MARGIN;
    linesOf(words, fits).forEach((line, row) =>
      context.fillText(line, MARGIN, MARGIN + row * LINE_HEIGHT),
    );
  }
  return encodeCanvas(canvas, format);
}

function sideOf(text: string | undefined): number {
  const pixels = /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 256;
  return Math.min(MAX_PIXELS, pixels);
}

function linesOf(words: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
