import { describe, expect, it } from 'vitest';
import type { RejectionCode } from '../../../../server/geometry/index.ts';
import { packGeoJson, unpackToGeoJson } from '../../../../server/geometry/index.ts';

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

function packed(geometry: unknown) {
  const result = packGeoJson(geometry);
  if ('rejected' in result) throw new Error(result.rejected);
  return result;
}

describe('packing GeoJSON', () => {
  it.each([
    { type: 'Point', coordinates: [12.3456789, -4.5] },
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
    },
    { type: 'Polygon', coordinates: [square] },
    {
      type: 'Polygon',
      coordinates: [
        square,
        [
          [0.2, 0.2],
          [0.4, 0.4],
          [0.4, 0.2],
          [0.2, 0.2],
        ],
      ],
    },
    { type: 'MultiPolygon', coordinates: [[square], [square.map(([x, y]) => [x! + 5, y!])]] },
  ])('and unpacking $type gives the same', (geometry) => {
    expect(unpackToGeoJson(packed(geometry).ok)).toEqual(geometry);
  });

  it('rounds to 1e-7 degree and drops heights', () => {
    const { ok } = packed({ type: 'Point', coordinates: [1.00000004, -2.00000006, 300, 4] });
    expect(unpackToGeoJson(ok)).toEqual({ type: 'Point', coordinates: [1, -2.0000001] });
  });

  it('closes an open ring, drops a ring without area, and reports it', () => {
    expect(packed({ type: 'Polygon', coordinates: [square] }).repaired).toBe(false);
    const open = packed({ type: 'Polygon', coordinates: [square.slice(0, -1)] });
    expect(open.repaired).toBe(true);
    expect(unpackToGeoJson(open.ok)).toEqual({ type: 'Polygon', coordinates: [square] });
    const speck = [
      [0.5, 0.5],
      [0.5, 0.5],
      [0.50000001, 0.5],
      [0.5, 0.5],
    ];
    const holed = packed({ type: 'Polygon', coordinates: [square, speck] });
    expect(holed.repaired).toBe(true);
    expect(unpackToGeoJson(holed.ok)).toEqual({ type: 'Polygon', coordinates: [square] });
  });

  it('drops a polygon whose shell has no area together with its holes', () => {
    const speck = [
      [5, 5],
      [5, 5],
      [5, 5],
      [5, 5],
    ];
    const result = packed({ type: 'MultiPolygon', coordinates: [[speck, square], [square]] });
    expect(unpackToGeoJson(result.ok)).toEqual({ type: 'Polygon', coordinates: [square] });
  });

  it('merges a collection of one kind', () => {
    const { ok } = packed({
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 2] },
        { type: 'MultiPoint', coordinates: [[3, 4]] },
      ],
    });
    expect(unpackToGeoJson(ok)).toEqual({
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    });
  });

  const deep = Array.from({ length: 20 }).reduce<unknown>(
    (inner) => ({ type: 'GeometryCollection', geometries: [inner] }),
    { type: 'Point', coordinates: [1, 2] },
  );
  const rejections: [RejectionCode, unknown][] = [
    ['no-geometry', null],
    ['no-geometry', undefined],
    ['unknown-geometry-type', 7],
    ['unknown-geometry-type', {}],
    ['unknown-geometry-type', { type: 'Circle', coordinates: [1, 2] }],
    ['unknown-geometry-type', { type: 'constructor', coordinates: [1, 2] }],
    ['wrong-nesting', { type: 'Point' }],
    ['wrong-nesting', { type: 'Point', coordinates: [1] }],
    ['wrong-nesting', { type: 'Point', coordinates: [[1, 2]] }],
    [
      'wrong-nesting',
      {
        type: 'Polygon',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    ['wrong-nesting', { type: 'LineString', coordinates: 'long' }],
    ['wrong-nesting', { type: 'GeometryCollection' }],
    ['wrong-nesting', deep],
    ['not-finite', { type: 'Point', coordinates: ['1', 2] }],
    ['not-finite', { type: 'Point', coordinates: [Number.NaN, 2] }],
    ['not-finite', { type: 'Point', coordinates: [1, Infinity] }],
    ['not-finite', { type: 'Point', coordinates: [1, null] }],
    ['outside-world', { type: 'Point', coordinates: [180.0000001, 2] }],
    ['outside-world', { type: 'Point', coordinates: [180.1, 2] }],
    ['outside-world', { type: 'Point', coordinates: [1, -90.1] }],
    ['empty-geometry', { type: 'MultiPoint', coordinates: [] }],
    ['empty-geometry', { type: 'Polygon', coordinates: [] }],
    ['empty-geometry', { type: 'MultiPolygon', coordinates: [[]] }],
    ['empty-geometry', { type: 'GeometryCollection', geometries: [] }],
    ['too-few-vertices', { type: 'LineString', coordinates: [[1, 2]] }],
    ['too-few-vertices', { type: 'LineString', coordinates: [] }],
    [
      'too-few-vertices',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    ],
    [
      'vanished-in-repair',
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [1, 2],
        ],
      },
    ],
    [
      'vanished-in-repair',
      {
        type: 'Polygon',
        coordinates: [
          [
            [1, 2],
            [1, 2],
            [1, 2],
            [1, 2],
          ],
        ],
      },
    ],
    [
      'mixed-collection',
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [1, 2] },
          {
            type: 'LineString',
            coordinates: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
      },
    ],
  ];
  it.each(rejections)('rejects with %s %j', (code, geometry) => {
    expect(packGeoJson(geometry)).toEqual({ rejected: code });
  });
});

it('accepts a coordinate that is outside the world by an error of rounding', () => {
  const packed = packGeoJson({
    type: 'Point',
    coordinates: [180.00000000000003, -90.00000000000001],
  });
  expect('ok' in packed && [...packed.ok.coords]).toEqual([1_800_000_000, -900_000_000]);
});
