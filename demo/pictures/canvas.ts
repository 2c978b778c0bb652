import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { createNoise } from '../generators/noise.ts';
import { createRandom, type Random } from '../generators/random.ts';

/** Width and height of a picture, px. */
export const SIZE = { width: 720, height: 480 };

/** The colours of all pictures: paper, earth, forest, water. */
export const INK = {
  paper: '#F4EEDF',
  sky: '#EDE6D2',
  haze: '#DCE0CC',
  far: '#B7C4A8',
  wood: '#8DA783',
  forest: '#557A5E',
  deep: '#2F5244',
  earth: '#C98F5E',
  path: '#E0B98B',
  wall: '#D9B48A',
  shade: '#A8764B',
  thatch: '#8A6B45',
  iron: '#9AA5A3',
  water: '#9DBCC4',
  light: '#C9DADA',
  line: '#4A3B2C',
  cloth: '#B4532A',
} as const;

/** A position on a sheet, in px from the upper left. */
export type Point = readonly [x: number, y: number];

/** Width and height of an object on a sheet, in px. */
export type Extent = readonly [width: number, height: number];

/** A sheet to draw on, with the random sequence of its picture. */
export interface Sheet {
  readonly pen: SKRSContext2D;
  readonly random: Random;
  /** Returns a smooth horizon: y at each x, between `low` and `high`. */
  ridge(low: number, high: number, wavelength: number): (x: number) => number;
  /** Fills the area below a horizon. */
  below(horizon: (x: number) => number, color: string): void;
  fill(color: string, points: readonly Point[]): void;
  /** Draws an ellipse around a position. */
  blob(at: Point, extent: Extent, color: string): void;
  /** Draws a line with small irregularities, as if by hand. */
  stroke(points: readonly Point[], color: string, width: number): void;
}

/** Creates a sheet. The same name gives the same picture. */
export function createSheet(name: string): Sheet {
  const pen = createCanvas(SIZE.width, SIZE.height).getContext('2d');
  const random = createRandom(`picture-${name}`);
  let ridges = 0;
  const path = (points: readonly Point[]): void => {
    pen.beginPath();
    points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  };
  const sheet: Sheet = {
    pen,
    random,
    ridge(low, high, wavelength) {
      const noise = createNoise(`${name}-ridge-${ridges++}`, wavelength, 4);
      return (x) => low + (high - low) * noise(x, 0);
    },
    below(horizon, color) {
      const points: [number, number][] = [[0, SIZE.height]];
      for (let x = 0; x <= SIZE.width; x += 4) points.push([x, horizon(x)]);
      sheet.fill(color, [...points, [SIZE.width, SIZE.height]]);
    },
    fill(color, points) {
      path(points);
      pen.closePath();
      pen.fillStyle = color;
      pen.fill();
    },
    blob([x, y], [width, height], color) {
      pen.beginPath();
      pen.ellipse(x, y, width / 2, height / 2, 0, 0, 2 * Math.PI);
      pen.fillStyle = color;
      pen.fill();
    },
    stroke(points, color, width) {
      path(points.map(([x, y]) => [x + random.between(-0.6, 0.6), y + random.between(-0.6, 0.6)]));
      pen.strokeStyle = color;
      pen.lineWidth = width;
      pen.lineCap = 'round';
      pen.lineJoin = 'round';
      pen.stroke();
    },
  };
  return sheet;
}
