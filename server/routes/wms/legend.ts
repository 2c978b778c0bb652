/** Draws the legend of a WMS layer: its swatches from top to bottom; words stand in the bundle. */
import { createCanvas } from '@napi-rs/canvas';
import type { Rgba, WmsLayer } from '../../atlas-snapshot.ts';
import type { LegendRequest } from './parameters.ts';

/** Makes the PNG: one swatch of the wanted size for each row. */
export async function drawLegend(
  { legend, style }: WmsLayer,
  { width, height }: LegendRequest,
): Promise<Buffer> {
  const rows = legend.length > 0 ? legend.map(({ color }) => color) : [TRANSPARENT];
  const canvas = createCanvas(width, height * rows.length);
  const context = canvas.getContext('2d');
  rows.forEach(([red, green, blue, alpha], row) => {
    context.fillStyle = `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
    const top = row * height;
    if (style.kind === 'raster') {
      context.fillRect(0, top, width, height);
    } else {
      context.beginPath();
      context.arc(width / 2, top + height / 2, Math.min(width, height) * 0.4, 0, 2 * Math.PI);
      context.fill();
    }
  });
  return canvas.encode('png');
}

const TRANSPARENT: Rgba = [0, 0, 0, 0];
