import { describe, expect, it } from 'vitest';
import { meaningOf, showsOf } from 'atlas-engine';
import { buildBundle, buildModel } from '../../build-atlas.ts';
import { wmsLayer } from '../../../server/snapshot/wms-layers.ts';

describe('the meaning of a pixel', () => {
  it.each([
    [3, 0.1, 0, 0.3],
    [3, 0.1, -0.3, 0],
    [25, 20, 1000, 1500],
    [254, -1, 254, 0],
    [7, 1e-7, 0, 7e-7],
  ])('%d × %d + %d is %d, without the error of binary fractions', (pixel, scale, offset, value) => {
    expect(meaningOf(pixel, { scale, offset })).toBe(value);
  });

  it('is the pixel itself without scale and offset', () => {
    expect(meaningOf(200, undefined)).toBe(200);
  });
});

/** A raster in millimetres with this class list. */
const rain = (classes: string, unit = 'unit: { en: mm a year, fr: mm par an }'): string => `
datasets:
  - { id: rain, geometry: raster, permission: open, load: { file: data/rain.tif }, scale: 20, offset: 1000, ${unit} }
classes:
  - { id: rain, ${classes} }
groups:
  - { id: rain, name: { all: Rain }, category: things, sublayers: [{ id: rain, type: raster, source: rain, classes: rain }] }
`;
const RAMP = `ramp: [[1500, '#FFFFFF'], [4200, '#0000FF']]`;
const STEPS = `steps: [[1500, '#FFFFFF'], [2500.5, '#8888FF'], [4200, '#0000FF']]`;
const VALUES = `values: [{ value: 1500, color: '#FF0000', label: { all: Dry } }]`;
const ASSETS = ['data/rain.tif'];

describe('a raster with scale, offset and unit', () => {
  const legend = (classes: string, locale: string) =>
    buildBundle(rain(classes), { assets: ASSETS, locale }).groups['rain']!.legend;

  it('has a legend in its unit, in the numbers of the language', () => {
    expect(legend(STEPS, 'en').map(({ label }) => label)).toEqual([
      '1,500–2,500.5\u00a0mm a year',
      '2,500.5–4,200\u00a0mm a year',
      '≥\u00a04,200\u00a0mm a year',
    ]);
    expect(legend(STEPS, 'fr')[0]!.label).toBe('1\u202f500–2\u202f500,5\u00a0mm par an');
    expect(legend(RAMP, 'fr')).toMatchObject([
      {
        symbol: {
          type: 'ramp',
          stops: [
            [1500, '#FFFFFF'],
            [4200, '#0000FF'],
          ],
          unit: 'mm par an',
        },
      },
    ]);
  });

  it('takes the unit of a class list that has one', () => {
    const own = `${RAMP}, unit: { all: mm }`;
    expect(legend(own, 'fr')).toMatchObject([{ symbol: { unit: 'mm' } }]);
  });

  const styleOf = (classes: string) => {
    const model = buildModel(rain(classes), ASSETS);
    const { style, legend: rows } = wmsLayer(
      model.datasets.get('rain')!,
      showsOf(model).get('rain')![0]!,
      model,
    );
    if (style.kind !== 'raster') throw new TypeError('no raster');
    return { style, rows };
  };
  const colorAt = (palette: Uint8ClampedArray, pixel: number) => [
    ...palette.subarray(pixel * 4, pixel * 4 + 4),
  ];

  it('is coloured by what its pixels mean', () => {
    const { palette } = styleOf(RAMP).style;
    // 1500 mm, 2860 mm in the middle, and 4200 mm.
    expect(colorAt(palette, 25)).toEqual([255, 255, 255, 255]);
    expect(colorAt(palette, 160)).toEqual([0, 0, 255, 255]);
    expect(colorAt(palette, 93)![0]).toBe(127);
    const classes = styleOf(VALUES).style;
    expect(colorAt(classes.palette, 25)).toEqual([255, 0, 0, 255]);
    expect([...classes.labels]).toEqual([[25, expect.objectContaining({ en: 'Dry' })]]);
  });

  it('has its unit in the legend of the WMS and for the value at a point', () => {
    const { style, rows } = styleOf(RAMP);
    expect(style).toMatchObject({ unit: { fr: 'mm par an' }, pixels: { scale: 20, offset: 1000 } });
    expect(rows.map(({ label }) => label['fr'])).toEqual([
      '1\u202f500\u00a0mm par an',
      '4\u202f200\u00a0mm par an',
    ]);
  });
});
