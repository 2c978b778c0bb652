import type { MeasuredCells } from 'atlas-engine/http';
import { expect, it } from 'vitest';
import { meanArea } from '../../../app/tools/analyse/cell-results.tsx';

const cells = (mean: number | undefined, unit: string | undefined): MeasuredCells => ({
  dataset: 'tree-cover',
  name: { en: 'Tree cover' },
  geometry: 'raster',
  covered: 3_000e6,
  share: 0.9,
  cell: 250,
  ...(mean !== undefined && { mean }),
  ...(unit !== undefined && { unit: { en: unit } }),
});

it('the land of a mean in percent is that part of the land with data', () => {
  expect(meanArea(cells(89.2, '%'), 'en')).toEqual(['2,680\u00A0km²']);
});

it('there is no such land for other units, other languages and classes', () => {
  for (const one of [cells(89.2, 'm'), cells(89.2, undefined), cells(undefined, '%')])
    expect(meanArea(one, 'en')).toEqual([]);
  expect(meanArea(cells(89.2, '%'), 'fr')).toEqual([]);
});
