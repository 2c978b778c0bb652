import { createCanvas } from '@napi-rs/canvas';
import { fromMercator, type Line, type Polygon } from '../../cli/geography/geometry.ts';
import {
  blurOnLand,
  gradeForest,
  sampleCubic,
  type Grid,
  type Photo,
} from '../../cli/geography/landcover.ts';
import type { Geography } from './geography.ts';

/** Number of grid cells per pixel of the photo. */
const FINER = 4;
/** Grey values of `landcover.png`. */
const CLASSES = { sea: 0, savanna: 1, mosaic: 2, forest: 3, dense: 4, lake: 5 } as const;

/**
 * Creates two grey pictures of the region for the generators of demonstration data: the class of
 * each cell, and the tree cover in percent. `landcover.json` contains their bounds and the classes.
 */
export async function landcoverGrids(
  { world, lakes }: Geography,
  photo: Photo,
): Promise<[string, Uint8Array | string][]> {
  const grades = blurOnLand(gradeForest(photo), 0.7, (grade) => grade);
  const [width, height] = [photo.width * FINER, photo.height * FINER];
  const grid: Grid = { ...grades, width, height, values: new Float32Array() };
  const land = world.countries.flatMap((country) => world.outlines(country, photo.bounds));
  const onLand = mask(grid, land);
  const onLake = mask(
    grid,
    lakes.map(({ rings }) => rings.map((ring) => ring.map(fromMercator))),
  );
  const classes = new Uint8Array(width * height);
  const cover = new Uint8Array(width * height);
  const [west, south, east, north] = grid.bounds;
  for (let i = 0; i < classes.length; i += 1) {
    const lng = west + (((i % width) + 0.5) / width) * (east - west);
    const lat = north - ((Math.floor(i / width) + 0.5) / height) * (north - south);
    const grade = Math.max(0, Math.min(3, sampleCubic(grades, lng, lat)));
    if (!onLand[i]) classes[i] = CLASSES.sea;
    else if (onLake[i]) classes[i] = CLASSES.lake;
    else {
      classes[i] = CLASSES.savanna + Math.round(grade);
      // From 8 % in savanna to 96 % in closed forest: plausible, not measured.
      cover[i] = Math.round(8 + (grade / 3) * 88);
    }
  }
  const about = {
    bounds: grid.bounds.map((degrees) => Number(degrees.toFixed(6))),
    width,
    height,
    classes: CLASSES,
    files: { 'landcover.png': 'class of the cell', 'tree-cover.png': 'tree cover, percent' },
    note: 'Illustrative, derived from NASA Blue Marble (0.09 degrees); not a forest inventory.',
  };
  return [
    ['landcover.png', await greyPng(classes, width, height)],
    ['tree-cover.png', await greyPng(cover, width, height)],
    ['landcover.json', `${JSON.stringify(about, null, 2)}\n`],
  ];
}

function mask({ width, height, bounds }: Grid, polygons: readonly Polygon[]): Uint8Array {
  const context = createCanvas(width, height).getContext('2d');
  const [west, south, east, north] = bounds;
  const draw = (ring: Line): void => {
    ring.forEach(([lng, lat], i) => {
      const x = ((lng - west) / (east - west)) * width;
      const y = ((north - lat) / (north - south)) * height;
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.closePath();
  };
  context.beginPath();
  polygons.flat().forEach(draw);
  context.fill('evenodd');
  const { data } = context.getImageData(0, 0, width, height);
  return Uint8Array.from({ length: width * height }, (_, i) => (data[4 * i + 3]! >= 128 ? 1 : 0));
}

async function greyPng(grey: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const context = createCanvas(width, height).getContext('2d');
  const picture = context.createImageData(width, height);
  grey.forEach((value, i) => picture.data.set([value, value, value, 255], 4 * i));
  context.putImageData(picture, 0, 0);
  return context.canvas.encode('png');
}
