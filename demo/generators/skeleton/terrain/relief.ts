import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Place } from '../../distance.ts';
import { REGION } from '../extents.ts';
import { readTiles, tileColumn, tileRow } from './tile-pyramid.ts';

/**
 * Returns the height of a place above the sea in metres, interpolated between samples some
 * kilometres apart.
 */
export type Relief = (place: Place) => number;

const ZOOM = 5;
const SIZE = 256;

/** Reads the elevations of the region from terrarium tiles. */
export async function readRelief(path: string): Promise<Relief> {
  const tiles = await readTiles(path, ZOOM, REGION);
  const left = Math.min(...tiles.map(({ column }) => column));
  const top = Math.min(...tiles.map(({ row }) => row));
  const width = (Math.max(...tiles.map(({ column }) => column)) - left + 1) * SIZE;
  const height = (Math.max(...tiles.map(({ row }) => row)) - top + 1) * SIZE;
  const context = createCanvas(width, height).getContext('2d');
  for (const { column, row, bytes } of tiles) {
    const picture = await loadImage(Buffer.from(bytes));
    context.drawImage(picture, (column - left) * SIZE, (row - top) * SIZE, SIZE, SIZE);
  }
  const { data } = context.getImageData(0, 0, width, height);
  const metres = Float32Array.from(
    { length: width * height },
    (_, i) => data[4 * i]! * 256 + data[4 * i + 1]! + data[4 * i + 2]! / 256 - 32_768,
  );
  return ([lng, lat]) => {
    const x = clamp((tileColumn(lng, ZOOM) - left) * SIZE - 0.5, width - 2);
    const y = clamp((tileRow(lat, ZOOM) - top) * SIZE - 0.5, height - 2);
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const at = row * width + column;
    const [dx, dy] = [x - column, y - row];
    const north = metres[at]! * (1 - dx) + metres[at + 1]! * dx;
    const south = metres[at + width]! * (1 - dx) + metres[at + width + 1]! * dx;
    return north * (1 - dy) + south * dy;
  };
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));
