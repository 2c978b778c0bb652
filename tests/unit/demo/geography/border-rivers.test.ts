import { describe, expect, it } from 'vitest';
import { lineLength, type Line } from '../../../../cli/geography/geometry.ts';
import { divideBorders, divideRivers } from '../../../../demo/geography/border-rivers.ts';

const ZOOM = 8;
/** A kilometre on the unit square. */
const KM = 1 / 40_075;
/** Returns a line through points in km. */
const line = (...points: readonly (readonly [number, number])[]): Line =>
  points.map(([x, y]) => [0.5 + x * KM, 0.5 + y * KM]);
/** Returns the length of lines in km. */
const length = (lines: readonly Line[]): number =>
  lines.reduce((sum, each) => sum + lineLength(each), 0) / KM;

/** A river to the east, and a border that comes from the north, follows it for 100 km and leaves. */
const RIVER = line([0, 0], [200, 0]);
const BORDER = line([50, -60], [50, -0.8], [150, 0.8], [150, 60]);

describe('a border that follows a river', () => {
  const parts = divideRivers([RIVER], [BORDER], ZOOM)[0]!;
  const { onLand, inWater } = divideBorders([BORDER], parts, [], ZOOM);

  it('widens the river where it is the border, step by step', () => {
    expect(parts.map(({ border }) => border)).toEqual([0, 1, 2, 1, 0]);
    const wide = parts.filter(({ border }) => border > 0).map((part) => part.line);
    expect(length(wide)).toBeGreaterThan(98);
    expect(length(wide)).toBeLessThan(106);
    expect(length(parts.map((part) => part.line))).toBeCloseTo(200, 6);
  });

  it('is the line of the river there, and meets it where it is on land', () => {
    for (const [, y] of inWater.flat()) expect(y).toBeCloseTo(0.5, 9);
    expect(onLand).toHaveLength(2);
    expect(length(onLand)).toBeGreaterThan(115);
    const ends = [onLand[0]!.at(-1)!, onLand[1]![0]!];
    for (const [, y] of ends) expect(y).toBeCloseTo(0.5, 9);
  });
});

describe('a border that crosses a river', () => {
  it('is on land', () => {
    const border = line([100, -60], [100, 60]);
    const parts = divideRivers([RIVER], [border], ZOOM)[0]!;
    expect(parts.map(({ border: is }) => is)).toEqual([0]);
    const { onLand, inWater } = divideBorders([border], parts, [], ZOOM);
    expect(inWater).toEqual([]);
    expect(length(onLand)).toBeCloseTo(120, 6);
  });
});

describe('a border in a lake', () => {
  it('is in water between the shores', () => {
    const lake = [line([60, -20], [140, -20], [140, 20], [60, 20], [60, -20])];
    const border = line([0, 0], [200, 0]);
    const { onLand, inWater } = divideBorders([border], [], [lake], ZOOM);
    expect(length(inWater)).toBeGreaterThan(79);
    expect(length(inWater)).toBeLessThan(82);
    expect(onLand).toHaveLength(2);
  });
});
