/** Draws the legend of a WMS layer: swatches from top to bottom, with labels beside them. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Rgba } from '../access/atlas-snapshot.ts';
import { legendFont } from './legend-font.ts';
import type { Picture } from './picture.ts';

export interface LegendEntry {
  readonly color: Rgba;
  /**
   * The swatch is a circle for points, a line for lines, and a square for areas and raster cells.
   */
  readonly shape: 'point' | 'line' | 'polygon';
  readonly label: string;
}

export interface LegendLook {
  /** Size of one swatch in pixels. */
  readonly width: number;
  readonly height: number;
  readonly words: boolean;
  /** If true, the background is white; otherwise it is transparent. */
  readonly ground: boolean;
}

const NOTHING: LegendEntry = { color: [0, 0, 0, 0], shape: 'polygon', label: '' };

const INK = '#202427';
const FONT_SIZES = { least: 9, most: 13 };
/** Gap in pixels between swatch and label, and after the label. */
const GAP = 6;
/** Maximum width of the picture in pixels; longer labels are truncated. */
const MAX_WIDTH = 1_024;

interface LegendPlan {
  readonly rows: readonly LegendEntry[];
  /** The font as in CSS; empty if there are no labels. */
  readonly font: string;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Returns the size in pixels of the picture that `drawLegend` makes. */
export function legendSize(
  entries: readonly LegendEntry[],
  look: LegendLook,
): { readonly width: number; readonly height: number } {
  const { width, height } = planLegend(entries, look);
  return { width, height };
}

function planLegend(
  entries: readonly LegendEntry[],
  { width, height, words }: LegendLook,
): LegendPlan {
  const rows = entries.length > 0 ? entries : [NOTHING];
  const { least, most } = FONT_SIZES;
  const font = words ? legendFont(Math.min(most, Math.max(least, Math.round(height * 0.65)))) : '';
  const widest = words ? widthOfWords(rows, font) : 0;
  return {
    rows,
    font: widest > 0 ? font : '',
    width: Math.min(MAX_WIDTH, width + (widest > 0 ? GAP + widest + GAP : 0)),
    height: height * rows.length,
  };
}

/** Draws one swatch of the requested size for each row; a picture without rows is empty. */
export function drawLegend(entries: readonly LegendEntry[], look: LegendLook): Picture {
  const { rows, font, ...size } = planLegend(entries, look);
  const { width, height, ground } = look;
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (ground) {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  rows.forEach((row, i) => {
    drawSwatch(context, row, { width, height, top: i * height });
    if (font === '') return;
    context.font = font;
    context.fillStyle = INK;
    context.textBaseline = 'middle';
    context.fillText(row.label, width + GAP, (i + 0.5) * height);
  });
  return context.getImageData(0, 0, canvas.width, canvas.height);
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
