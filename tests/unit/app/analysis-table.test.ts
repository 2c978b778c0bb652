import { expect, it } from 'vitest';
import { sumsOf, tableOf, unitsOf } from '../../../app/tools/analyse/analysis-table.ts';
import { delimited, fileNameOf } from '../../../app/tools/common/save-table.ts';
import type { AnalysedDataset } from 'atlas-engine/http';

const ABOUT = {
  geometry: 'polygon',
  provider: { en: 'Ministry' },
  date: '2026-06',
} as const;
const DATASETS: AnalysedDataset[] = [
  { ...ABOUT, dataset: 'parks', name: { en: 'Parks – Gabon' }, count: 2, covered: 5e5 },
  { ...ABOUT, dataset: 'mines', name: { en: 'Mines – Gabon' }, state: 'too-slow' },
  {
    geometry: 'point',
    dataset: 'villages',
    name: { en: 'Villages' },
    count: 0,
    nearest: 1250,
    nearestName: { en: 'Nkol; II' },
  },
];
const rows = tableOf(
  { area: 1e6, datasets: DATASETS },
  { locale: 'en', title: 'Analysis of Mokabi', slow: 'took too long' },
);

it('has the area, the nearest feature and the sources; a layer that was too slow has no figures', () => {
  expect(delimited(rows, ',').split('\r\n')).toEqual([
    'Analysis of Mokabi,,,1,100,,,,',
    'Parks – Gabon,,2,0.5,50,,,,"Ministry, 2026-06"',
    'Mines – Gabon,took too long,,,,,,,"Ministry, 2026-06"',
    'Villages,,0,,,,Nkol; II,1.25,',
  ]);
});

it('has the lengths of lines, and a column for each sum, also of classes', () => {
  const people = { field: 'people', label: { en: 'People' }, unit: { en: 'inhabitants' } };
  const tonnes = { field: 'tonnes', label: { en: 'Yield' } };
  const datasets: AnalysedDataset[] = [
    {
      geometry: 'line',
      dataset: 'roads',
      name: { en: 'Roads' },
      count: 3,
      length: 12345.67,
      classes: [{ label: { en: 'Main' }, count: 1, length: 2e3 }],
    },
    {
      geometry: 'point',
      dataset: 'villages',
      name: { en: 'Villages' },
      count: 2,
      sums: [{ ...people, value: 8400, counted: 2 }],
      classes: [{ label: { en: 'Large' }, count: 1, sums: { people: 8e3 } }],
    },
    {
      geometry: 'point',
      dataset: 'fields',
      name: { en: 'Fields' },
      count: 1,
      sums: [{ ...tonnes, value: 1.5, counted: 1 }],
    },
  ];
  const texts = { locale: 'en', title: 'Area', slow: '' };
  expect(sumsOf(datasets).map(({ field }) => field)).toEqual(['people', 'tonnes']);
  expect(delimited(tableOf({ area: 1e6, datasets }, texts), ',').split('\r\n')).toEqual([
    'Area,,,1,100,,,,,,',
    'Roads,,3,,,12.346,,,,,',
    'Roads,Main,1,,,2,,,,,',
    'Villages,,2,,,,,,,8400,',
    'Villages,Large,1,,,,,,,8000,',
    'Fields,,1,,,,,,,,1.5',
  ]);
});

it('has the land of the classes of a raster, and columns for the values of another', () => {
  const cells = { geometry: 'raster', covered: 8e5, share: 0.8, cell: 30 } as const;
  const datasets: AnalysedDataset[] = [
    {
      ...cells,
      dataset: 'ground',
      name: { en: 'Ground' },
      classes: [{ label: { en: 'Forest' }, area: 6e5 }],
    },
    { ...cells, dataset: 'slope', name: { en: 'Slope' }, mean: 3.25, least: 0, most: 9 },
    { ...cells, dataset: 'rain', name: { en: 'Rain' }, mean: 1800, least: 900, most: 2e3, unit: { en: 'mm' } }, // prettier-ignore
  ];
  const texts = { locale: 'en', title: 'Area', slow: '' };
  expect(unitsOf(datasets)).toEqual([undefined, { en: 'mm' }]);
  expect(delimited(tableOf({ area: 1e6, datasets }, texts), ',').split('\r\n')).toEqual([
    'Area,,,1,100,,,,,,,,,,',
    'Ground,,,0.8,80,,,,,,,,,,',
    'Ground,Forest,,0.6,60,,,,,,,,,,',
    'Slope,,,0.8,80,,,,,3.25,0,9,,,',
    'Rain,,,0.8,80,,,,,,,,1800,900,2000',
  ]);
});

it('has decimal commas where semicolons separate the cells', () => {
  const [, parks, , villages] = delimited(rows, ';').split('\r\n');
  expect(parks).toBe('Parks – Gabon;;2;0,5;50;;;;Ministry, 2026-06');
  expect(villages).toBe('Villages;;0;;;;"Nkol; II";1,25;');
});

it('is saved under a name of its own', () => {
  const day = new Date('2026-11-24T10:00:00Z');
  expect(fileNameOf('Analyse : Épéna, à moins de 5 km', day)).toBe(
    'analyse-epena-a-moins-de-5-km-2026-11-24',
  );
});
