import { createCanvas } from '@napi-rs/canvas';
import type { Tile } from '../../server/pmtiles/write-pmtiles.ts';
import { tileRange } from './cut-tiles.ts';
import { fromMercator, type Bounds } from './geometry.ts';
import { blur, sampleCubic, type Grid, type Photo } from './landcover.ts';

/** Returns the height of a place in metres, averaged over a pixel of `pixel` degrees. */
export type HeightAt = (lng: number, lat: number, pixel: number) => number;

/** Width and height of a raster tile in pixels. */
const SIDE = 256;

/**
 * Rounding of heights in metres at zoom 5. It doubles with each lower zoom. Shading does not show
 * such steps.
 */
const HEIGHT_STEP = 4;

/** Lowest zoom at which the photo is enlarged and blurred, so that JPEG blocks are not visible. */
const ENLARGED = 5;

/**
 * Makes Terrarium tiles (height = red * 256 + green + blue / 256 - 32768), lossless WebP. Slopes
 * continue under the sea, because a sudden end at the shore would be shaded as a cliff. The base
 * map draws the sea over them.
 */
export async function reliefTiles(
  heightAt: HeightAt,
  zoom: number,
  bounds: Bounds,
): Promise<Tile[]> {
  const step = HEIGHT_STEP * 2 ** (5 - zoom);
  const degrees = 360 / (SIDE * 2 ** zoom);
  return eachTile(zoom, bounds, async (x, y) => {
    const context = createCanvas(SIDE, SIDE).getContext('2d');
    const picture = context.createImageData(SIDE, SIDE);
    eachPixel(zoom, x, y, (at, lng, lat) => {
      const height = Math.max(0, heightAt(lng, lat, degrees));
      const code = 32_768 + Math.round(height / step) * step;
      picture.data.set([code >> 8, code & 255, 0, 255], at);
    });
    context.putImageData(picture, 0, 0);
    // At quality 100 Skia writes lossless WebP; a lower quality would change the heights.
    return context.canvas.encode('webp', 100);
  });
}

/** Exponent that brightens the photo, whose forests are nearly black: 24 of 255 becomes 55. */
const GAMMA = 0.65;

/** Makes picture tiles from a photo, smoothly interpolated; WebP at a quality without visible seams. */
export async function photoTiles(photo: Photo, zoom: number, bounds: Bounds): Promise<Tile[]> {
  const { width, height, bounds: box, rgba } = photo;
  const channels = [0, 1, 2].map((channel): Grid => {
    const values = Float32Array.from({ length: width * height }, (_, i) => rgba[4 * i + channel]!);
    const grid = { width, height, bounds: box, values };
    return zoom < ENLARGED ? grid : blur(grid, 1.2);
  });
  return eachTile(zoom, bounds, async (x, y) => {
    const context = createCanvas(SIDE, SIDE).getContext('2d');
    const picture = context.createImageData(SIDE, SIDE);
    eachPixel(zoom, x, y, (at, lng, lat) => {
      channels.forEach((grid, i) => {
        picture.data[at + i] = brighten(sampleCubic(grid, lng, lat));
      });
      picture.data[at + 3] = 255;
    });
    context.putImageData(picture, 0, 0);
    return context.canvas.encode('webp', 82);
  });
}

function brighten(value: number): number {
  return Math.round(255 * (Math.max(0, value) / 255) ** GAMMA);
}

async function eachTile(
  zoom: number,
  bounds: Bounds,
  draw: (x: number, y: number) => Promise<Uint8Array>,
): Promise<Tile[]> {
  const [minx, miny, maxx, maxy] = tileRange(zoom, bounds);
  const tiles: Tile[] = [];
  for (let y = miny; y <= maxy; y += 1) {
    for (let x = minx; x <= maxx; x += 1) tiles.push({ z: zoom, x, y, data: await draw(x, y) });
  }
  return tiles;
}

/** Calls `each` for every pixel, with the offset of its bytes and the position of its centre. */
function eachPixel(
  zoom: number,
  x: number,
  y: number,
  each: (at: number, lng: number, lat: number) => void,
): void {
  const count = 2 ** zoom;
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      const middle = [
        (x + (column + 0.5) / SIDE) / count,
        (y + (row + 0.5) / SIDE) / count,
      ] as const;
      const [lng, lat] = fromMercator(middle);
      each(4 * (row * SIDE + column), lng, lat);
    }
  }
}
