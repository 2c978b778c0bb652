import type { ClassList, Sublayer } from '../model/model.ts';
import type { PixelValues } from '../model/pixel-values.ts';
import { withLooks } from './looks.ts';

/** Largest value of a pixel; 255 means no data. */
export const MAX_PIXEL = 254;

type Linear = Pick<PixelValues, 'scale' | 'offset'>;

/**
 * Returns what a pixel, from 0 to 254, means, in the unit of its raster. The result has as many
 * decimals as `scale` and `offset`, so that 3 × 0.1 is 0.3.
 */
export function meaningOf(pixel: number, values: Linear | undefined): number {
  if (!values) return pixel;
  const { scale, offset } = values;
  const decimals = Math.min(100, Math.max(decimalsOf(scale), decimalsOf(offset)));
  return Number((pixel * scale + offset).toFixed(decimals));
}

/** Returns the number of decimals of a number as it is written: 2 for 0.25, 7 for 1e-7. */
function decimalsOf(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}

/**
 * Returns the classes that colour the cells of a raster sublayer, with the unit of its dataset if
 * they have none; null without classes.
 */
export function cellClasses({ rasterClasses, source }: Sublayer): ClassList | null {
  const unit = source.kind === 'dataset' ? source.dataset.pixels?.unit : null;
  if (!rasterClasses || !unit || rasterClasses.kind === 'values' || rasterClasses.unit)
    return rasterClasses;
  return withLooks({ ...rasterClasses, unit });
}
