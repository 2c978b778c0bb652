import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import type { DrawnView } from './draw-views.ts';
import { addressOf, WINDOWS, type WindowName } from './views.ts';

/** Pictures in a row, by window. */
const COLUMNS = { phone: 6, desktop: 3, wide: 3 } as const;
/** Width of the sheet, and of the space between pictures, in px. */
const WIDTH = 2400;
const GAP = 16;
/** Height of the two lines below a picture, in px. */
const CAPTION = 44;

/** Draws views of one window beside each other, with their names and addresses, as PNG. */
export async function contactSheet(
  window: WindowName,
  drawn: readonly DrawnView[],
): Promise<Buffer> {
  const columns = COLUMNS[window];
  const width = Math.floor((WIDTH - GAP) / columns) - GAP;
  const height = Math.round((width * WINDOWS[window].height) / WINDOWS[window].width);
  const rows = Math.ceil(drawn.length / columns);
  const canvas = createCanvas(WIDTH, GAP + rows * (height + CAPTION + GAP));
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#FFFFFF';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000000';
  pen.imageSmoothingQuality = 'high';
  for (const [index, { view, picture }] of drawn.entries()) {
    const x = GAP + (index % columns) * (width + GAP);
    const y = GAP + Math.floor(index / columns) * (height + CAPTION + GAP);
    pen.drawImage(await loadImage(picture), x, y, width, height);
    pen.font = 'bold 16px sans-serif';
    pen.fillText(view.name, x, y + height + 18, width);
    pen.font = '13px sans-serif';
    pen.fillText(shorten(addressOf(view), pen, width), x, y + height + 36);
  }
  return canvas.encode('png');
}

/** Cuts a text to a width in px. */
function shorten(text: string, pen: SKRSContext2D, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  let length = text.length;
  while (pen.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}
