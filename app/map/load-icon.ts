/** Number of image pixels per CSS pixel of an icon. Icons are sharp on high-density screens. */
export const ICON_RATIO = 2;

/** Timeout of loading an icon, in milliseconds. */
const ICON_TIMEOUT_MS = 10_000;

/**
 * Draws an SVG or raster image of the atlas's own server into pixels for the map. Returns null when
 * the image does not load or is invalid.
 */
export async function loadIcon(address: string): Promise<ImageData | null> {
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
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  // The pixels are read once, so the canvas is kept out of the graphics process.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
