import { describe, expect, it } from 'vitest';
import { drawRaster } from '../../../server/drawing/draw-raster.ts';
import { PixelBuffer } from '../../../server/drawing/pixel-buffer.ts';
import { createView } from '../../../server/drawing/view.ts';

const NO_DATA = 255;
const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const CELLS = 8;
/** Pixels of a cell. */
const SCALE = 16;
const SIDE = CELLS * SCALE;

/** Draws the cells given by `valueAt` and returns the colour of a pixel. */
async function draw(
  valueAt: (column: number, row: number) => number,
  { interpolate }: { readonly interpolate: boolean },
): Promise<(x: number, y: number) => readonly number[]> {
  const values = Uint8Array.from({ length: CELLS ** 2 }, (_, i) =>
    valueAt(i % CELLS, Math.floor(i / CELLS)),
  );
  const palette = new Uint8ClampedArray(4 * 256);
  palette.set(RED, 4);
  palette.set(BLUE, 8);
  const pixels = new PixelBuffer(SIDE, SIDE);
  await drawRaster(
    pixels,
    { bounds: [0, 0, CELLS, CELLS], width: CELLS, height: CELLS, values },
    { kind: 'raster', palette, interpolate, labels: new Map(), unit: null },
    createView({ crs: 'EPSG:4326', box: [0, 0, CELLS, CELLS], width: SIDE, height: SIDE }),
  );
  const drawn = await pixels.finish();
  return (x, y) => [...drawn.subarray(4 * (y * SIDE + x), 4 * (y * SIDE + x) + 4)];
}

/** Returns for each row the cells from the left to the first pixel of the value 1. */
function edgesOf(at: (x: number, y: number) => readonly number[]): readonly number[] {
  const xs = Array.from({ length: SIDE }, (_, x) => x);
  return xs.map((y) => xs.findIndex((x) => at(x, y)[0] === 255) / SCALE);
}

describe('a raster of classes with cells of many pixels', () => {
  it('has a straight border where the cells make a stair', async () => {
    const at = await draw((column, row) => (column > row ? 1 : 2), { interpolate: false });
    // The middle of the stair; nearest cells are half a cell away from it.
    const gaps = edgesOf(at)
      .slice(2 * SCALE, 5 * SCALE)
      .map((edge, y) => Math.abs(edge - (y + 0.5) / SCALE - 2.5));
    expect(Math.max(...gaps)).toBeLessThan(0.15);
  });

  it('has the colours of its classes and no others', async () => {
    const at = await draw((column, row) => 1 + ((column * 7 + row * 5) % 2), {
      interpolate: false,
    });
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) expect([RED, BLUE]).toContainEqual(at(x, y));
  });

  it('keeps a class of a single cell', async () => {
    const at = await draw((column, row) => (column === 3 && row === 4 ? 1 : 2), {
      interpolate: false,
    });
    expect(at(3.5 * SCALE, 4.5 * SCALE)).toEqual(RED);
  });
});

describe('a raster of measures', () => {
  it.each([true, false])(
    'ends in a straight line at a stair (interpolated: %s)',
    async (smooth) => {
      const at = await draw((column, row) => (column > row ? 1 : NO_DATA), { interpolate: smooth });
      const gaps = edgesOf(at)
        .slice(2 * SCALE, 5 * SCALE)
        .map((edge, y) => Math.abs(edge - (y + 0.5) / SCALE - 2.5));
      expect(Math.max(...gaps)).toBeLessThan(0.3);
    },
  );
});
