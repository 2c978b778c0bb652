import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadAtlas } from 'atlas-engine';
import { isWithin, sidesOf, touches, type Bounds } from 'atlas-engine/runtime';
import { atlasFolder } from '../../build-atlas.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

const yamlOf = (region: string, home = region, source = ''): string => `
region:
  bounds: ${region}
  countries: [{ id: ara, name: { all: Arandel } }]
home: { bounds: ${home} }
${source}
`;

/** The bounds of the region and of the home, or the codes of the messages. */
function read(yaml: string): unknown {
  const atlas = loadAtlas(atlasFolder(yaml));
  if (!atlas.ok) return atlas.diagnostics.map(({ code }) => code);
  return [atlas.model.region.bounds, atlas.model.home];
}

describe('bounds that cross 180 degrees', () => {
  it('are written with a west above the east, as numbers or corners', () => {
    const bounds = [177, -21, 182, -12];
    expect(read(yamlOf('[177, -21, -178, -12]'))).toEqual([bounds, bounds]);
    const corners = '{ south-west: { lng: 177, lat: -21 }, north-east: { lng: -178, lat: -12 } }';
    expect(read(yamlOf(corners))).toEqual([bounds, bounds]);
    expect(read(yamlOf('[177, -21, -178, -12]', '[178, -20, 180, -15]'))).toEqual([
      bounds,
      [178, -20, 180, -15],
    ]);
    // A home on the other side.
    expect(read(yamlOf('[177, -21, -178, -12]', '[-180, -20, -179, -15]'))).toEqual([
      bounds,
      [-180, -20, -179, -15],
    ]);
  });

  it('are a mistake where half of the world or more is between the sides', () => {
    expect(read(yamlOf('[32, -14, 8, 12]', '[8, -14, 32, 12]'))).toContain('bounds-order');
    expect(read(yamlOf('[90, -14, -90, 12]', '[91, -14, 92, 12]'))).toContain('bounds-order');
  });

  it('are a mistake in a region that does not cross it', () => {
    const found = read(yamlOf('[160, -21, 180, -12]', '[177, -21, -178, -12]'));
    expect(found).toEqual(['extent-outside-region']);
  });

  it('are a mistake with a south above the north', () => {
    expect(read(yamlOf('[177, -12, -178, -21]'))).toContain('bounds-order');
    // No longitude of the home is outside of the region.
    expect(read(yamlOf('[177, -21, -178, -12]', '[177, -12, -178, -21]'))).toEqual([
      'bounds-order',
    ]);
  });
});

const box = fc
  .tuple(
    fc.double({ min: -180, max: 179, noNaN: true }),
    fc.double({ min: 0.1, max: 170, noNaN: true }),
  )
  .map(([west, width]): Bounds => [west, -10, west + width, 10]);

describe('two boxes', () => {
  const parameters = { seed: SEED_OF_THE_DAY, numRuns: 1_000 };

  it('touch each other if a part of one within the world touches a part of the other', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        const parts = sidesOf(a).some((one) => sidesOf(b).some((other) => touches(one, other)));
        expect(touches(a, b)).toBe(touches(b, a));
        if (parts) expect(touches(a, b)).toBe(true);
        // Sides at 180 degrees exactly are the same meridian, which parts do not know.
        else if (Math.max(a[2], b[2]) < 180) expect(touches(a, b)).toBe(false);
      }),
      parameters,
    );
  });

  it('are inside each other if each part of one is', () => {
    fc.assert(
      fc.property(box, box, (inner, outer) => {
        for (const part of sidesOf(outer)) expect(isWithin(part, outer)).toBe(true);
        if (isWithin(inner, outer)) {
          for (const part of sidesOf(inner)) expect(isWithin(part, outer)).toBe(true);
          expect(touches(inner, outer)).toBe(true);
        }
      }),
      parameters,
    );
  });
});
