import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromMercator,
  lineLength,
  polygonArea,
  roundCorners,
  simplifyLine,
  toMercator,
  type Line,
} from '../../../../cli/geography/geometry.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';
import { NIGHTLY } from '../../../size.ts';

const runs = { seed: SEED_OF_THE_DAY, numRuns: NIGHTLY ? 10_000 : 100 };
const point = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -85, max: 85, noNaN: true }),
);
const chain = fc.array(point, { minLength: 2, maxLength: 40 });

describe('web Mercator', () => {
  it('is inverted by `fromMercator`', () => {
    fc.assert(
      fc.property(point, (place) => {
        const [lng, lat] = fromMercator(toMercator(place));
        expect(lng).toBeCloseTo(place[0], 9);
        expect(lat).toBeCloseTo(place[1], 9);
      }),
      runs,
    );
  });

  it('projects the globe to the unit square with north at the top', () => {
    expect(toMercator([0, 0])[0]).toBe(0.5);
    expect(toMercator([0, 0])[1]).toBeCloseTo(0.5, 12);
    expect(toMercator([180, 90])[0]).toBe(1);
    expect(toMercator([180, 90])[1]).toBeCloseTo(0, 12);
  });
});

describe('simplifyLine', () => {
  it('keeps the ends, adds no point and is never longer', () => {
    fc.assert(
      fc.property(chain, fc.double({ min: 0, max: 30, noNaN: true }), (line: Line, tolerance) => {
        const simple = simplifyLine(line, tolerance);
        expect(simple[0]).toBe(line[0]);
        expect(simple.at(-1)).toBe(line.at(-1));
        expect(simple.every((kept) => line.includes(kept))).toBe(true);
        expect(lineLength(simple)).toBeLessThanOrEqual(lineLength(line) + 1e-9);
      }),
      runs,
    );
  });

  it('drops points within the tolerance and keeps the others', () => {
    const line: Line = [
      [0, 0],
      [5, 1],
      [10, 0],
    ];
    expect(simplifyLine(line, 1.01)).toEqual([
      [0, 0],
      [10, 0],
    ]);
    expect(simplifyLine(line, 0.99)).toEqual(line);
  });
});

describe('roundCorners', () => {
  it('cuts the four corners of a square and keeps it closed', () => {
    const square: Line = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ];
    const round = roundCorners(square, 1);
    expect(round).toHaveLength(9);
    expect(round[0]).toEqual(round.at(-1));
    expect(polygonArea([[round]])).toBe(14);
  });

  it('leaves the ends of an open chain where they are', () => {
    const round = roundCorners(
      [
        [0, 0],
        [4, 0],
        [4, 4],
      ],
      2,
    );
    expect(round[0]).toEqual([0, 0]);
    expect(round.at(-1)).toEqual([4, 4]);
  });
});
