/** Draws the legend of a WMS layer: its swatches from top to bottom; words stand in the bundle. */
import { createCanvas } from '@napi-rs/canvas';
import type { Rgba } from '../../atlas-snapshot.ts';
import type { LegendRequest } from './parameters.ts';

export interface LegendSwatch {
  readonly color: Rgba;
  /** Points have a circle, lines a stroke, areas and cells a square. */
  readonly shape: 'point' | 'line' | 'polygon';
}

const NOTHING: LegendSwatch = { color: [0, 0, 0, 0], shape: 'polygon' };

/** Makes the PNG: one swatch of the wanted size for each row, an empty one when there is none. */
export async function drawLegend(
  swatches: readonly LegendSwatch[],
  { width, height }: LegendRequest,
): Promise<Buffer> {
  const rows = swatches.length > 0 ? swatches : [NOTHING];
  const canvas = createCanvas(width, height * rows.length);
  const context = canvas.getContext('2d');
  rows.forEach(({ color: [red, green, blue, alpha], shape }, row) => {
    context.fillStyle = `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
    const top = row * height;
    if (shape === 'point') {
      context.beginPath();
      context.arc(width / 2, top + height / 2, Math.min(width, height) * 0.4, 0, 2 * Math.PI);
      context.fill();
    } else if (shape === 'line') {
      context.fillRect(0, top + height * 0.4, width, height * 0.2);
    } else {
      context.fillRect(0, top, width, height);
    }
  });
  return canvas.encode('png');
}
