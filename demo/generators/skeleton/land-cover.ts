import type { Bounds } from 'atlas-engine';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Raster } from '../../../server/store/store.ts';
import type { Place } from '../distance.ts';

/** Tree cover of the land, derived from NASA's Blue Marble by the geography command. */
export interface LandCover {
  /** Tree cover in percent on a grid; 255 on the sea and on lakes. */
  readonly trees: Raster;
  /** Returns the tree cover at a place in percent, or null on water and outside the grid. */
  treesAt(place: Place): number | null;
}

/** The part of `landcover.json` that is read. */
interface About {
  readonly bounds: Bounds;
  readonly width: number;
  readonly height: number;
  readonly classes: { readonly sea: number; readonly lake: number };
}

const NO_DATA = 255;

const read = new Map<string, Promise<LandCover>>();

/**
 * Returns the land-cover grids of an atlas from `<configDir>/data/geography`. They are read at the
 * first call.
 */
export function readLandCover(configDir: string): Promise<LandCover> {
  const known = read.get(configDir);
  if (known) return known;
  const reading = readGrids(configDir);
  // A failure is not cached, because the geography may be built before the next call.
  reading.catch(() => read.delete(configDir));
  read.set(configDir, reading);
  return reading;
}

async function readGrids(configDir: string): Promise<LandCover> {
  const path = (name: string): string => join(configDir, 'data', 'geography', name);
  const about = JSON.parse(await readFile(path('landcover.json'), 'utf8')) as About;
  const [classes, trees] = await Promise.all([
    readGrey(path('landcover.png'), about),
    readGrey(path('tree-cover.png'), about),
  ]);
  const { sea, lake } = about.classes;
  const values = trees.map((percent, i) =>
    classes[i] === sea || classes[i] === lake ? NO_DATA : Math.min(100, percent),
  );
  const { bounds, width, height } = about;
  return {
    trees: { bounds, width, height, values },
    treesAt([lng, lat]) {
      const column = Math.floor(((lng - bounds[0]) / (bounds[2] - bounds[0])) * width);
      const row = Math.floor(((bounds[3] - lat) / (bounds[3] - bounds[1])) * height);
      if (column < 0 || row < 0 || column >= width || row >= height) return null;
      const percent = values[row * width + column]!;
      return percent === NO_DATA ? null : percent;
    },
  };
}

/** Reads the grey values of an image of known size. */
async function readGrey(path: string, { width, height }: About): Promise<Uint8Array> {
  const picture = await loadImage(path);
  if (picture.width !== width || picture.height !== height) {
    throw new Error(`The picture \`${path}\` is not ${width} by ${height} pixels.`);
  }
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++) grey[i] = data[4 * i]!;
  return grey;
}
