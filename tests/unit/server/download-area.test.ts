/** Which areas may be downloaded, and the sentence for each that may not. */
import { describe, expect, it } from 'vitest';
import { checkArea, isTooLarge, tooLargeText } from '../../../server/downloads/check-area.ts';
import { checkGeoJsonQuery, parseWkt } from '../../../server/geometry/index.ts';

const RULES = { maxArea: 30_000, region: [8, -14, 32, 12] } as const;

const decide = (wkt: string) => {
  const decision = checkArea(parseWkt(wkt), RULES);
  if ('refused' in decision) return decision.refused;
  return decision.isWide ? 'too-large' : decision.size;
};

const box = (west: number, south: number, east: number, north: number): string =>
  `POLYGON ((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;

/** The northern side with which a box from 2° N between 16° and 17.5° E has an area in km². */
const northFor = (size: number): number => {
  let [low, high] = [2, 6];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    const parsed = checkGeoJsonQuery({
      type: 'Polygon',
      coordinates: [
        [
          [16, 2],
          [17.5, 2],
          [17.5, middle],
          [16, middle],
          [16, 2],
        ],
      ],
    });
    const decision = checkArea(parsed, { ...RULES, maxArea: Infinity });
    if ('size' in decision && decision.size < size) low = middle;
    else high = middle;
  }
  return high;
};

describe('the limit of the area', () => {
  it('accepts 29 999.9 km² and refuses 30 000.1 km²', () => {
    expect(decide(box(16, 2, 17.5, northFor(29_999.9)))).toBeCloseTo(29_999.9, 1);
    expect(decide(box(16, 2, 17.5, northFor(30_000.1)))).toBe('too-large');
  });

  it('refuses exactly the limit', () => {
    expect(isTooLarge(30_000, 30_000)).toBe(true);
    expect(isTooLarge(29_999.999, 30_000)).toBe(false);
    expect(isTooLarge(NaN, 30_000)).toBe(true);
  });

  it('accepts the extents of nguti, tumba-ledima and lup, and refuses that of mai-ndombe', () => {
    expect(decide(box(8.9219, 4.8415, 10.2131, 5.6285))).toBeTypeOf('number');
    expect(decide(box(16.403918, -2.108926, 17.988549, -0.910108))).toBeTypeOf('number');
    expect(decide(box(24.701, -2.58, 26.075, -1.775))).toBeTypeOf('number');
    expect(decide(box(15.7941, -3.035, 21.0326, 0.1695))).toBe('too-large');
  });

  it('has the sentence of the specification', () => {
    expect(tooLargeText(30_000)).toBe(
      'The area you have selected is too large. Please select an area less than 30 000 km ²',
    );
  });
});

const RING = '16 2, 17 2, 17 3, 16 3, 16 2';

/** Fifty kinds of geometry that are no valid area. */
const INVALID: Readonly<Record<string, string>> = {
  'no text': '',
  spaces: '   ',
  'a word': 'here',
  'only a type': 'POLYGON',
  'an unknown type': `CIRCLE ((${RING}))`,
  'a curve polygon': `CURVEPOLYGON ((${RING}))`,
  'an empty polygon': 'POLYGON EMPTY',
  'an empty multipolygon': 'MULTIPOLYGON EMPTY',
  'an empty collection': 'GEOMETRYCOLLECTION EMPTY',
  'an empty ring': 'POLYGON (())',
  'no brackets': `POLYGON ${RING}`,
  'one bracket too few': `POLYGON ((${RING})`,
  'one bracket too many': `POLYGON ((${RING})))`,
  'a point': 'POINT (16 2)',
  'many points': 'MULTIPOINT ((16 2), (17 3))',
  'a line': 'LINESTRING (16 2, 17 3)',
  'a closed line': `LINESTRING (${RING})`,
  'many lines': 'MULTILINESTRING ((16 2, 17 3), (18 2, 19 3))',
  'points in a collection': 'GEOMETRYCOLLECTION (POINT (16 2))',
  'a mixed collection': `GEOMETRYCOLLECTION (POINT (16 2), POLYGON ((${RING})))`,
  'one position': 'POLYGON ((16 2))',
  'two positions': 'POLYGON ((16 2, 17 3))',
  'three positions': 'POLYGON ((16 2, 17 3, 16 2))',
  'one coordinate': 'POLYGON ((16, 17, 18, 16))',
  'five coordinates': 'POLYGON ((16 2 1 1 1, 17 2 1 1 1, 17 3 1 1 1, 16 2 1 1 1))',
  'a letter as a number': 'POLYGON ((16 2, x 2, 17 3, 16 2))',
  'not a number': 'POLYGON ((16 2, NaN 2, 17 3, 16 2))',
  'an infinite number': 'POLYGON ((16 2, 1e999 2, 17 3, 16 2))',
  'a decimal comma': 'POLYGON ((16,5 2,5, 17,5 2,5, 17,5 3,5, 16,5 2,5))',
  'two signs': 'POLYGON ((--16 2, 17 2, 17 3, --16 2))',
  'a latitude above 90°': box(16, 2, 17, 91),
  'a latitude below -90°': box(16, -91, 17, 2),
  'a longitude above 180°': box(16, 2, 181, 3),
  'a longitude below -180°': box(-181, 2, 16, 3),
  'the 180th meridian': box(-179, 2, 179, 3),
  'the whole world': box(-180, -90, 180, 90),
  'an area west of the region': box(-1, 2, 0, 3),
  'an area east of the region': box(40, 2, 41, 3),
  'an area north of the region': box(16, 20, 17, 21),
  'an area south of the region': box(16, -30, 17, -29),
  'longitude and latitude of another order': box(2, 46, 3, 47),
  'metres instead of degrees': box(500_000, 200_000, 501_000, 201_000),
  'a figure of eight': 'POLYGON ((16 2, 17 3, 17 2, 16 3, 16 2))',
  'a spike': 'POLYGON ((16 2, 17 2, 17 3, 17 2.5, 17 4, 16 3, 16 2))',
  'a ring of no area': 'POLYGON ((16 2, 17 3, 18 4, 16 2))',
  'the same position four times': 'POLYGON ((16 2, 16 2, 16 2, 16 2))',
  'a box of no width': box(16, 2, 16, 3),
  'a box of no height': box(16, 2, 17, 2),
  'less than the precision of the atlas': box(16, 2, 16.00000001, 2.00000001),
  'a hole outside': `POLYGON ((${RING}), (18 2, 18.5 2, 18.5 2.5, 18 2))`,
  'a hole across the edge': `POLYGON ((${RING}), (16.5 2.5, 17.5 2.5, 17.5 2.7, 16.5 2.5))`,
  'two polygons that overlap': `MULTIPOLYGON (((${RING})), ((16.5 2.5, 17.5 2.5, 17.5 3.5, 16.5 3.5, 16.5 2.5)))`,
  'the same polygon twice': `MULTIPOLYGON (((${RING})), ((${RING})))`,
  'a polygon with a text after it': `POLYGON ((${RING})); DROP TABLE account`,
  'GeoJSON instead of well-known text': '{"type":"Polygon","coordinates":[]}',
};

describe('an area that is not valid', () => {
  it('has more than fifty kinds', () => {
    expect(Object.keys(INVALID).length).toBeGreaterThanOrEqual(50);
  });

  it.each(Object.entries(INVALID))('is refused: %s', (_kind, wkt) => {
    expect(decide(wkt)).toBe('extent');
  });

  it.each([
    ['a box of half the region', box(10, -10, 30, 10)],
    ['a box that reaches beyond the region', box(0, -14, 60, 12)],
    [
      'two boxes that are too large together',
      'MULTIPOLYGON (((16 2, 17.2 2, 17.2 3.2, 16 3.2, 16 2)), ((18 2, 19.2 2, 19.2 3.2, 18 3.2, 18 2)))',
    ],
  ])('is too large: %s', (_kind, wkt) => {
    expect(decide(wkt)).toBe('too-large');
  });

  it('may have a hole, which does not count', () => {
    const hole = '16.4 2.4, 16.4 2.6, 16.6 2.6, 16.6 2.4, 16.4 2.4';
    const whole = decide(`POLYGON ((${RING}))`) as number;
    expect(decide(`POLYGON ((${RING}), (${hole}))`)).toBeLessThan(whole);
  });
});
