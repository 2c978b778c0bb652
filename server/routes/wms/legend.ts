/** Draws the legend of a WMS layer: swatches from top to bottom, words beside them. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Rgba } from '../../atlas-snapshot.ts';
import { legendFont } from './legend-font.ts';

export interface LegendEntry {
  readonly color: Rgba;
  /** Points have a circle, lines a stroke, areas and cells a square. */
  readonly shape: 'point' | 'line' | 'polygon';
  readonly label: string;
}

export interface LegendLook {
  /** Pixels of one swatch. */
  readonly width: number;
  readonly height: number;
  readonly words: boolean;
  /** Without it words stand on white. */
  readonly transparent: boolean;
}

const NOTHING: LegendEntry = { color: [0, 0, 0, 0], shape: 'polygon', label: '' };

const INK = '#202427';
const FONT_SIZES = { least: 9, most: 13 };
/** Pixels between swatch and word, and after the word. */
const GAP = 6;
/** Pixels of the widest picture; longer words are cut off. */
const MAX_WIDTH = 1_024;

/** Makes the PNG: one swatch of the wanted size for each row, an empty one when there is none. */
export async function drawLegend(
  entries: readonly LegendEntry[],
  { width, height, words, transparent }: LegendLook,
): Promise<Buffer> {
  const rows = entries.length > 0 ? entries : [NOTHING];
  const { least, most } = FONT_SIZES;
  const font = words ? legendFont(Math.min(most, Math.max(least, Math.round(height * 0.65)))) : '';
  const widest = words ? widthOfWords(rows, font) : 0;
  const total = Math.min(MAX_WIDTH, width + (widest > 0 ? GAP + widest + GAP : 0));
  const canvas = createCanvas(total, height * rows.length);
  const context = canvas.getContext('2d');
  if (widest > 0 && !transparent) {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  rows.forEach((row, i) => {
    drawSwatch(context, row, { width, height, top: i * height });
    if (widest === 0) return;
    context.font = font;
    context.fillStyle = INK;
    context.textBaseline = 'middle';
    context.fillText(row.label, width + GAP, (i + 0.5) * height);
  });
  return canvas.encode('png');
}

function widthOfWords(rows: readonly LegendEntry[], font: string): number {
  const context = createCanvas(1, 1).getContext('2d');
  context.font = font;
  return Math.ceil(Math.max(...rows.map(({ label }) => context.measureText(label).width)));
}

function drawSwatch(
  context: SKRSContext2D,
  { color: [red, green, blue, alpha], shape }: LegendEntry,
  { width, height, top }: { width: number; height: number; top: number },
): void {
  context.fillStyle = `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
  if (shape === 'point') {
    context.beginPath();
    context.arc(width / 2, top + height / 2, Math.min(width, height) * 0.4, 0, 2 * Math.PI);
    context.fill();
  } else if (shape === 'line') {
    context.fillRect(0, top + height * 0.4, width, height * 0.2);
  } else {
    context.fillRect(0, top, width, height);
  }
}
