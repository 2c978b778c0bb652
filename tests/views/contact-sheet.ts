import { createCanvas, loadImage } from '@napi-rs/canvas';
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
    pen.fillText(addressOf(view), x, y + height + 36, width);
  }
  return canvas.encode('png');
}
