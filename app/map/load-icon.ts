import { deadline } from '../net/deadline.ts';

/**
 * Number of image pixels per CSS pixel of an icon: those of the screen, at most 3. MapLibre keeps no
 * smaller copies of an image, so that one with more pixels loses thin lines when it is drawn small.
 */
export const ICON_RATIO = Math.min(3, Math.max(1, Math.ceil(globalThis.devicePixelRatio)));

/** The transparent icon of 1 × 1 px that keeps names away from dots (`CLEAR_ICON`). */
export const CLEAR_PIXEL = { width: 1, height: 1, data: new Uint8Array(4) };

/** Timeout of loading an icon, in milliseconds. */
const ICON_TIMEOUT_MS = 10_000;

/** Diameter of the dot in place of an icon, and of its rim, in CSS pixels. */
const DOT_PX = 8;
const RIM_PX = 12;

/** Returns a dark dot with a light rim: it shows where a feature is, on any ground. */
export function substituteIcon(): ImageData | null {
  const size = RIM_PX * ICON_RATIO;
  const context = canvasOf(size, size);
  if (!context) return null;
  for (const [color, diameter] of [
    ['#ffffff', RIM_PX],
    ['#333333', DOT_PX],
  ] as const) {
    context.fillStyle = color;
    context.beginPath();
    context.arc(size / 2, size / 2, (diameter * ICON_RATIO) / 2, 0, 2 * Math.PI);
    context.fill();
  }
  return context.getImageData(0, 0, size, size);
}

/**
 * Draws an SVG or raster image of the atlas's own server into pixels for the map. Returns null when
 * the image does not load or is invalid. With `fresh`, it is requested past the browser's cache, which
 * may hold a damaged image.
 */
export async function loadIcon(address: string, { fresh = false } = {}): Promise<ImageData | null> {
  if (fresh) {
    const signal = deadline(ICON_TIMEOUT_MS);
    await fetch(address, { cache: 'reload', signal }).catch(() => undefined);
  }
  const picture = new Image();
  picture.src = address;
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(
      () => reject(new Error(`The icon ${address} did not load in time.`)),
      ICON_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([picture.decode(), late]);
  } catch {
    return null;
  }
  const width = Math.max(1, Math.round((picture.naturalWidth || 16) * ICON_RATIO));
  const height = Math.max(1, Math.round((picture.naturalHeight || 16) * ICON_RATIO));
  const context = canvasOf(width, height);
  if (!context) return null;
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function canvasOf(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  // The pixels are read once, so the canvas is kept out of the graphics process.
  return canvas.getContext('2d', { willReadFrequently: true });
}
