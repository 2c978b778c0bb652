import type { Translate } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { drawPicture } from './draw-picture.ts';

/**
 * Saves the map with its title, legend, scale, north, credits, date and address as a PNG file.
 * Throws if the browser does not allow reading the map.
 */
export async function savePicture(atlas: AtlasStore, t: Translate): Promise<void> {
  const pixels = atlas.map.capture?.() ?? null;
  if (!pixels) throw new Error('There is no map.');
  const ratio = window.devicePixelRatio;
  const map = { pixels, width: pixels.width / ratio, height: pixels.height / ratio };
  const canvas = await drawPicture(atlas, t, map);
  const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/png'));
  if (!blob) throw new Error('The browser cannot encode the picture.');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${atlas.map.project ?? 'atlas'}.png`;
  link.click();
  // The download has begun when the next task runs.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
