import { expect, it } from 'vitest';
import { innerLines, type Province } from '../../../../demo/geography/provinces.ts';
import type { Line, Polygon } from '../../../../cli/geography/geometry.ts';

const province = (id: string, ring: Line): Province => ({
  id,
  name: id,
  iso3: 'CAF',
  polygons: [[ring]],
});

it('draws the border between two provinces, and no dash where one follows the outline loosely', () => {
  const outline: Polygon[] = [
    [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ],
    ],
  ];
  const west = province('west', [
    [0, 0],
    [0.4, 0],
    [0.4, 1],
    [0, 1],
    [0, 0],
  ]);
  const east = province('east', [
    [0.4, 0],
    [0.5, 0],
    [0.505, 0.015],
    [0.51, 0],
    [1, 0],
    [1, 1],
    [0.4, 1],
    [0.4, 0],
  ]);
  const lines = innerLines([west, east], outline);
  expect(lines.map((line) => line.map(([x]) => x))).toEqual([expect.arrayContaining([0.4])]);
});
