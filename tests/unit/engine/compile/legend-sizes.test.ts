import { describe, expect, it } from 'vitest';
import { compileAtlas } from 'atlas-engine';
import { drawSwatch, swatchSize, type LegendSymbol } from 'atlas-engine/runtime';
import { roundValues } from '../../../../engine/compile/round-values.ts';
import { buildModel, OPTIONS } from '../../../build-atlas.ts';

const MODEL = buildModel(`
datasets:
  - id: towns
    geometry: point
    permission: open
    load: { file: data/a.geojson }
    fields:
      people: { type: integer, unit: { all: inhabitants }, label: { all: Population } }
groups:
  - id: towns
    name: { all: Towns }
    category: things
    sublayers:
      - id: dot
        type: circle
        source: towns
        paint: { circle-color: '#AA0000', circle-radius: { by-value: { field: people, stops: { 0: 2, 5000: 16 } } } }
`);

describe('the legend of sizes', () => {
  const groupWith = (range: readonly [number, number] | null) => {
    const bundle = compileAtlas(MODEL, { ...OPTIONS, range: () => range });
    const entry = bundle.categories
      .flatMap(({ groups }) => groups)
      .find(({ id }) => id === 'towns');
    return { rows: bundle.groups['towns']!.legend, swatch: entry?.swatch };
  };

  it('has round values between the least and the greatest, with the radii of the map', () => {
    const { rows } = groupWith([12, 4820]);
    expect(rows.map(({ label, symbol }) => [label, 'radius' in symbol && symbol.radius])).toEqual([
      ['20\u00a0inhabitants (Population)', 2.1],
      ['2,000\u00a0inhabitants (Population)', 7.6],
      ['4,000\u00a0inhabitants (Population)', 13.2],
    ]);
  });

  it('has no values beyond the scale, and its ends before the data are loaded', () => {
    const valuesOf = (range: readonly [number, number] | null) =>
      groupWith(range).rows.map(({ label }) => label.split('\u00a0')[0]);
    expect(valuesOf([300, 90_000])).toEqual(['300', '3,000', '5,000']);
    expect(valuesOf([8000, 9000])).toEqual(['8,000', '9,000']);
    expect(valuesOf(null)).toEqual(['0', '5,000']);
  });

  it('is drawn to scale, in swatches of one width; the layer list has one dot', () => {
    const { rows, swatch } = groupWith([12, 4820]);
    const drawn = rows.map(({ symbol }) => {
      const [dot] = drawSwatch([symbol], { base: { id: 'day', ground: 'light' }, id: 'x' });
      return [dot?.attributes['r'], swatchSize([symbol]).width, swatchSize([symbol]).height];
    });
    expect(drawn).toEqual([
      [2.1, 31, 16],
      [7.6, 31, 20],
      [13.2, 31, 31],
    ]);
    expect(swatch).toHaveLength(1);
    expect(swatchSize(swatch as LegendSymbol[])).toEqual({ width: 22, height: 16 });
  });
});

describe('round values', () => {
  it.each([
    [
      [1, 9],
      [1, 5, 9],
    ],
    [
      [0, 37],
      [0, 20, 30],
    ],
    [[7, 7], [7]],
    [
      [101, 109],
      [101, 105, 109],
    ],
    [
      [0.013, 0.78],
      [0.02, 0.4, 0.7],
    ],
    [
      [-35, 120],
      [-30, 40, 100],
    ],
  ])('of %j are %j', ([least, greatest], expected) => {
    expect(roundValues(least!, greatest!)).toEqual(expected);
  });
});
