import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNoise } from '../../../demo/generators/noise.ts';
import { createRandom, hashCell } from '../../../demo/generators/random.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

describe('a stream of random choices', () => {
  it('starts with the numbers it has always started with', () => {
    const random = createRandom('villages');
    expect(Array.from({ length: 4 }, () => random.integer(0, 999_999))).toMatchInlineSnapshot(`
      [
        893800,
        580848,
        916830,
        885253,
      ]
    `);
  });

  it('differs by seed and repeats by seed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const numbers = (seed: string): string => {
          const random = createRandom(seed);
          return String(Array.from({ length: 8 }, () => random.next()));
        };
        expect(numbers(one)).toBe(numbers(one));
        expect(numbers(one) === numbers(other)).toBe(one === other);
      }),
      { seed: SEED_OF_THE_DAY },
    );
  });

  it('fills its range evenly', () => {
    const random = createRandom('even');
    const counts = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 20_000; i++) counts[random.integer(0, 9)]!++;
    // Six standard deviations (of 42) of a uniform distribution.
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(255);
  });

  it('samples without repeating and leaves its input alone', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.nat(20), (items, count) => {
        const before = [...items];
        const drawn = createRandom('sample').sample(items, count);
        expect(new Set(drawn).size).toBe(Math.min(count, items.length));
        expect(drawn.every((item) => items.includes(item))).toBe(true);
        expect(items).toEqual(before);
      }),
      { seed: SEED_OF_THE_DAY },
    );
  });

  it('gives directions of length one in every quarter', () => {
    const random = createRandom('directions');
    const quarters = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const [x, y] = random.direction();
      expect(x * x + y * y).toBeCloseTo(1, 12);
      quarters.add(`${x > 0} ${y > 0}`);
    }
    expect(quarters.size).toBe(4);
  });
});

describe('a smooth field', () => {
  it('stays between 0 and 1 and has no jumps', () => {
    const noise = createNoise('field', 0.5, 4);
    fc.assert(
      fc.property(
        fc.double({ min: -40, max: 40, noNaN: true }),
        fc.double({ min: -20, max: 20, noNaN: true }),
        (lng, lat) => {
          const here = noise(lng, lat);
          expect(here).toBeGreaterThanOrEqual(0);
          expect(here).toBeLessThan(1);
          expect(Math.abs(noise(lng + 1e-4, lat) - here)).toBeLessThan(0.01);
        },
      ),
      { seed: SEED_OF_THE_DAY },
    );
  });

  it('hashes neighbouring cells to unrelated numbers', () => {
    const values = Array.from({ length: 400 }, (_, i) => hashCell(7, i % 20, Math.floor(i / 20)));
    expect(new Set(values).size).toBe(400);
    expect(values.reduce((sum, value) => sum + value, 0) / 400).toBeCloseTo(0.5, 1);
  });
});
