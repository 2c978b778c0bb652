import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBigPolygon } from '../../../bench/geometry/polygons.ts';
import type { QueryErrorCode } from '../../../../server/geometry/index.ts';
import {
  DeadlineExceeded,
  runUntil,
  MAX_QUERY_VERTICES,
  checkGeoJsonQuery,
  parseGeoJsonText,
  parseWkt,
  unpackToGeoJson,
} from '../../../../server/geometry/index.ts';
import { runs } from './oracle.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';

function plain(text: string) {
  const result = parseWkt(text);
  if ('error' in result) throw new Error(result.error);
  return unpackToGeoJson(result.ok);
}

function codeOf(result: ReturnType<typeof parseWkt>): QueryErrorCode | null {
  return 'error' in result ? result.error : null;
}

function wktRing(vertices: number): string {
  const { coordinates } = makeBigPolygon(vertices);
  return `POLYGON((${coordinates[0]!.map((position) => position.join(' ')).join(',')}))`;
}

describe('well-known text', () => {
  it.each([
    ['POINT (1 2)', { type: 'Point', coordinates: [1, 2] }],
    ['point(1e1 -.5)', { type: 'Point', coordinates: [10, -0.5] }],
    ['SRID=4326; POINT(+1. 2)', { type: 'Point', coordinates: [1, 2] }],
    ['POINT Z (1 2 3)', { type: 'Point', coordinates: [1, 2] }],
    ['POINTZM(1 2 3 4)', { type: 'Point', coordinates: [1, 2] }],
    [
      'MULTIPOINT (1 2, 3 4)',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'MULTIPOINT ((1 2), (3 4))',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'LINESTRING(1 2,3 4)',
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'MULTILINESTRING((1 2,3 4),(5 6,7 8))',
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
    ],
    [
      'POLYGON((0 0,0 1,1 1,0 0))',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [0, 1],
            [0, 0],
          ],
        ],
      },
    ],
    [
      '\n MULTIPOLYGON ( ((0 0,1 0,1 1,0 0)) ,((5 5,6 5,6 6,5 5)) ) ',
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
          [
            [
              [5, 5],
              [6, 5],
              [6, 6],
              [5, 5],
            ],
          ],
        ],
      },
    ],
    [
      'GEOMETRYCOLLECTION(POINT(1 2),POINT(3 4))',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
  ])('%s is read', (text, expected) => {
    expect(plain(text)).toEqual(expected);
  });

  const refused: [QueryErrorCode, string][] = [
    ['not-well-known-text', ''],
    ['not-well-known-text', 'CIRCLE(1 2)'],
    ['not-well-known-text', 'constructor(1 2)'],
    ['not-well-known-text', 'POINT(1 2'],
    ['not-well-known-text', 'POINT(1 2) POINT(3 4)'],
    ['not-well-known-text', 'POINT(1 2, 3 4)'],
    ['not-well-known-text', 'POINT(1)'],
    ['not-well-known-text', 'POINT(1 2 3 4 5)'],
    ['not-well-known-text', 'POINT(1-2 3)'],
    ['not-well-known-text', 'POINT(0x10 3)'],
    ['not-well-known-text', 'POINT(NaN 3)'],
    ['not-well-known-text', `POINT(${'1'.repeat(900_000)} 3)`],
    ['not-well-known-text', 'SRID=3857;POINT(1 2)'],
    ['not-well-known-text', '{"type":"Point","coordinates":[1,2]}'],
    ['not-well-known-text', '('.repeat(500_000)],
    ['not-well-known-text', ' '.repeat(999_999)],
    ['not-finite', 'POINT(1e999 3)'],
    ['outside-world', 'POINT(200 3)'],
    ['empty-geometry', 'POLYGON EMPTY'],
    ['empty-geometry', 'GEOMETRYCOLLECTION EMPTY'],
    ['mixed-collection', 'GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(1 2,3 4))'],
    ['too-few-vertices', 'POLYGON((0 0,1 1))'],
    ['invalid-polygon', 'POLYGON((0 0,1 1,1 0,0 1,0 0))'],
    ['nested-too-deep', 'GEOMETRYCOLLECTION('.repeat(40_000)],
    ['text-too-long', `POINT(1 2)${' '.repeat(1_000_000)}`],
    ['too-many-vertices', `MULTIPOINT(${'1 2,'.repeat(200_000)}1 2)`],
  ];
  it.each(refused)('is refused with %s', (code, text) => {
    const started = performance.now();
    expect(codeOf(parseWkt(text))).toBe(code);
    // A generous limit: without the guard, this takes minutes.
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('has no part of the text in its message', () => {
    const result = parseWkt('POINT(12.345678 secret)');
    expect(result).toMatchObject({ message: expect.not.stringMatching(/12\.3|secret/) });
  });

  it('may have as many vertices as the limit and not one more', () => {
    expect(codeOf(parseWkt(wktRing(MAX_QUERY_VERTICES)))).toBe(null);
    expect(codeOf(parseWkt(wktRing(MAX_QUERY_VERTICES + 1)))).toBe('too-many-vertices');
    expect(codeOf(checkGeoJsonQuery(makeBigPolygon(MAX_QUERY_VERTICES)))).toBe(null);
    expect(codeOf(checkGeoJsonQuery(makeBigPolygon(MAX_QUERY_VERTICES + 1)))).toBe(
      'too-many-vertices',
    );
  });

  it('checks the clock during the validity test of a polygon', () => {
    const zigzag = Array.from({ length: 9000 }, (_, i) => `${i % 2} ${i / 1000}`).join(',');
    const text = `POLYGON((${zigzag},2 8.999,2 -1,0 0))`;
    expect(codeOf(parseWkt(text))).toBe(null);
    let looks = 0;
    expect(() =>
      runUntil(
        () => ++looks > 9,
        () => parseWkt(text),
      ),
    ).toThrow(DeadlineExceeded);
  });

  it('ends in a geometry or a code on any mixture of its pieces', () => {
    const piece = fc.constantFrom(
      'POINT',
      'POLYGON',
      'MULTIPOINT',
      'GEOMETRYCOLLECTION',
      'EMPTY',
      'Z',
      '(',
      ')',
      '((',
      '))',
      ',',
      ' ',
      '1',
      '0',
      '-',
      '.',
      'e5',
      '9'.repeat(50),
      'SRID=4326;',
      '\u0000',
      '1 1',
      '__proto__',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        expect(Object.keys(parseWkt(pieces.join('')))).toSatisfy(
          (keys: string[]) => keys.includes('ok') !== keys.includes('error'),
        );
      }),
      { seed: SEED_OF_THE_DAY, numRuns: runs(1_000_000) },
    );
  });
});

describe('GeoJSON as a query', () => {
  it('is a geometry or a feature with one', () => {
    const geometry = { type: 'Point', coordinates: [1, 2] };
    const bare = checkGeoJsonQuery(geometry);
    expect(bare).toHaveProperty('ok');
    expect(checkGeoJsonQuery({ type: 'Feature', geometry })).toEqual(bare);
  });

  const refused: [QueryErrorCode, string][] = [
    ['no-geometry', 'null'],
    ['no-geometry', '{"type":"Feature","geometry":null}'],
    ['unknown-geometry-type', '[1,2]'],
    ['wrong-nesting', '{"type":"Point","coordinates":{"0":1}}'],
    ['not-finite', '{"type":"Point","coordinates":[1e999,0]}'],
    ['invalid-polygon', '{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}'],
  ];
  it.each(refused)('is refused with %s', (code, text) => {
    expect(codeOf(checkGeoJsonQuery(parseGeoJsonText(text)))).toBe(code);
  });

  it.each([
    ['not-geojson', 'POINT(1 2)'],
    ['not-geojson', ''],
    ['nested-too-deep', '['.repeat(999_999)],
    ['nested-too-deep', '{"a":'.repeat(150_000)],
    ['too-many-vertices', `[${'[1,2],'.repeat(3 * MAX_QUERY_VERTICES)}[]]`],
  ])('is not parsed: %s', (code, text) => {
    expect(() => parseGeoJsonText(text)).toThrow(code);
  });
});
