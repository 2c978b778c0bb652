import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Areas } from '../../../server/drawing/areas.ts';
import { FULL, inkOf, PixelBuffer } from '../../../server/drawing/pixel-buffer.ts';
import { Strokes } from '../../../server/drawing/strokes.ts';
import { TimeSlices } from '../../../server/time/time-slices.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const SIZE = 40;
const WHOLE = [0, 0, SIZE, SIZE];
/** Width of lines. */
const WIDTH = 3;
const RED = [255, 0, 0, 255] as const;
const RUNS = NIGHTLY ? 5_000 : 150;

/** Pixels x, y, x, y …, some of them far outside the picture. */
const coordinate = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -8, max: SIZE + 8, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, SIZE, 0.5, 17, -1e5, 1e6) },
);
/**
 * A triangle with an area. For a triangle without an area, a canvas draws nothing, but the WMS
 * draws a spot.
 */
const triangle = fc
  .tuple(...Array.from({ length: 6 }, () => fc.double({ min: -8, max: SIZE + 8, noNaN: true })))
  .filter(([ax, ay, bx, by, cx, cy]) =>
    [Math.hypot(ax! - bx!, ay! - by!), Math.hypot(bx! - cx!, by! - cy!)].every((side) => side > 2),
  )
  .map((corners) => Float64Array.from(corners));
const path = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 9 })
  .map((points) => Float64Array.from(points.flat()));

const WAYS = {
  area: async (pixels: PixelBuffer, list: Float64Array) => {
    const areas = new Areas(pixels.width, pixels.height);
    areas.addRing(list, 0, list.length / 2);
    await areas.paint(pixels, inkOf(RED), new TimeSlices());
  },
  line: async (pixels: PixelBuffer, list: Float64Array) => {
    const strokes = new Strokes(pixels.width, pixels.height);
    strokes.size = WIDTH;
    strokes.addLine(list, 0, list.length / 2, true);
    await strokes.paint(pixels, inkOf(RED), new TimeSlices());
  },
};
type Way = keyof typeof WAYS;

async function draw(way: Way, list: Float64Array, [left, top, width, height]: readonly number[]) {
  const pixels = new PixelBuffer(width!, height!);
  const moved = list.map((value, i) => value - (i % 2 === 0 ? left! : top!));
  await WAYS[way](pixels, moved);
  return opacities(await pixels.finish());
}

function opacities(picture: Uint8ClampedArray): number[] {
  return Array.from({ length: picture.length / 4 }, (_, i) => picture[4 * i + 3]!);
}

/** Returns the opacity of each pixel after a canvas has drawn a path. */
function byCanvas(list: Float64Array, paint: (context: SKRSContext2D) => void): number[] {
  const context = createCanvas(SIZE, SIZE).getContext('2d');
  context.fillStyle = context.strokeStyle = 'red';
  context.beginPath();
  for (let i = 0; i < list.length; i += 2) context.lineTo(list[i]!, list[i + 1]!);
  context.closePath();
  paint(context);
  return opacities(context.getImageData(0, 0, SIZE, SIZE).data);
}

function strokeRound(context: SKRSContext2D): void {
  [context.lineWidth, context.lineJoin] = [WIDTH, 'round'];
  context.stroke();
}

describe('what is drawn', () => {
  it.each(['area', 'line'] as const)(
    'is the same in a picture and in the four quarters of it: %s',
    async (way) => {
      const half = SIZE / 2;
      await fc.assert(
        fc.asyncProperty(path, async (list) => {
          const whole = await draw(way, list, WHOLE);
          for (const [left, top] of [
            [0, 0],
            [half, 0],
            [0, half],
            [half, half],
          ] as const) {
            const quarter = await draw(way, list, [left, top, half, half]);
            const off = quarter.map((alpha, i) =>
              Math.abs(alpha - whole[(top + Math.floor(i / half)) * SIZE + left + (i % half)]!),
            );
            expect(Math.max(...off)).toBeLessThanOrEqual(16);
          }
        }),
        { seed: SEED_OF_THE_DAY, numRuns: RUNS },
      );
    },
  );

  it('equals that of a canvas, except for a hundredth at the edges', async () => {
    const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
    const total = { drawn: 0, off: 0 };
    await fc.assert(
      fc.asyncProperty(triangle, async (list) => {
        const pairs = [
          [await draw('area', list, WHOLE), byCanvas(list, (context) => context.fill())],
          [await draw('line', list, WHOLE), byCanvas(list, strokeRound)],
        ] as const;
        for (const [ours, theirs] of pairs) {
          const off = sum(ours.map((alpha, i) => Math.abs(alpha - theirs[i]!)));
          expect(off).toBeLessThanOrEqual(0.05 * sum(theirs) + 10 * 255);
          total.off += off;
          total.drawn += sum(theirs);
        }
      }),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
    expect(total.off / total.drawn).toBeLessThan(0.01);
  });
});

describe('a picture of the largest size', () => {
  it.each(['cover', 'finish'] as const)('lets other work run during its step: %s', async (step) => {
    const pixels = new PixelBuffer(2_048, 2_048);
    const inks = [100, 101].map((alpha) => inkOf([200, 100, 50, alpha]));
    for (let i = 0; i < 2_048 ** 2; i += 1) pixels.blend(i, inks[i & 1]!, FULL);
    let hasRun = false;
    setImmediate(() => {
      hasRun = true;
    });
    await (step === 'cover' ? pixels.cover(RED) : pixels.finish());
    expect(hasRun).toBe(true);
  });
});
