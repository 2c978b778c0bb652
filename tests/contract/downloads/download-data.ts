import type { Feature, Position } from 'geojson';

const ring = (west: number, south: number, size: number, turn: 1 | -1 = 1): Position[] => {
  const corners = [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ];
  return turn === 1 ? corners : corners.toReversed();
};

/** Points with values that are difficult to write: quotes, breaks, formulas, lists, nothing. */
export const SPRINGS: readonly Feature[] = [
  {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [9.1234567, 0.7654321] },
    properties: {
      code: 'a-1',
      name: 'Forêt de l’Éléphant',
      people: 1200,
      share: 0.1234567890123,
      open: true,
      visited: '2024-03-01',
      uses: ['drinking', 'washing'],
      ethnic_groups_present: 'ALPHA of wardens',
    },
  },
  {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [9.5, 0.25] },
    properties: {
      code: 'b;2',
      name: 'A, "quoted"\nname; – ½ Ŋ',
      people: -7,
      share: -3.5e-12,
      open: false,
      visited: '1999',
      uses: ['a; b', 'c'],
      ethnic_groups_present: 'BETA of wardens',
    },
  },
  {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [10.0000001, 1.25] },
    properties: {
      code: 'c-3',
      name: null,
      people: null,
      share: null,
      open: null,
      visited: null,
      uses: null,
      ethnic_groups_present: null,
    },
  },
  // Outside the area of the tests.
  {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [15, 3] },
    properties: { code: 'd-4', name: 'Far away' },
  },
];

/** Polygons with holes, an island in a hole, and several parts. */
export const PLOTS: readonly Feature[] = [
  {
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [ring(9.1, 0.1, 0.2), ring(9.15, 0.15, 0.05, -1)] },
    properties: { name: 'Champ n° 1' },
  },
  {
    type: 'Feature',
    geometry: {
      type: 'MultiPolygon',
      coordinates: [[ring(9.5, 0.5, 0.4), ring(9.55, 0.55, 0.2, -1)], [ring(9.6, 0.6, 0.1)]],
    },
    properties: { name: 'Island' },
  },
];

export const TRACKS: readonly Feature[] = [
  {
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [ring(9.1, 0.1, 0.2)[0]!, [9.4, 0.33], [9.5, 0.5]],
    },
    properties: { name: 'Path of elders' },
  },
  {
    type: 'Feature',
    geometry: {
      type: 'MultiLineString',
      coordinates: [
        [
          [9.6, 0.2],
          [9.7, 0.3],
        ],
        [
          [9.8, 0.4],
          [9.9, 0.5],
        ],
      ],
    },
    properties: { name: 'Two parts' },
  },
];
