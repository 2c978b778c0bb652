import fc from 'fast-check';
import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { formatCoordinates } from '../../../app/coordinates/format-coordinates.ts';
import { parseCoordinates } from '../../../app/coordinates/parse-coordinates.ts';
import { fromUtm, toUtm, zoneOf } from '../../../app/coordinates/utm.ts';
import { COORDINATES_FORMATS } from '../../../app/stores/map/coordinates-store.ts';
import { fixtureIndex, fixtureToolWords } from './fixture-bundle.ts';

const lat = fc.double({ min: -80, max: 84, noNaN: true });
const lng = fc.double({ min: -180, max: 179.999, noNaN: true });

/** The language of a reader who has opened a tool. */
const languageOf = (locale: 'en' | 'fr') => {
  const index = fixtureIndex(locale);
  return { ...index, words: { ...index.words, ...fixtureToolWords(locale).words } };
};

const parsed = (text: string) => {
  const result = parseCoordinates(text);
  return result.ok ? result.place : result.problem;
};

describe('the conversion to UTM', () => {
  it('agrees with proj4 within a millimetre, in both hemispheres', () => {
    fc.assert(
      fc.property(lng, lat, (x, y) => {
        const { zone, hemisphere, easting, northing } = toUtm([x, y]);
        const definition = `+proj=utm +zone=${zone} ${hemisphere === 'S' ? '+south' : ''} +datum=WGS84 +units=m`;
        const [east, north] = proj4(definition).forward([x, y]);
        expect(Math.hypot(easting - east, northing - north)).toBeLessThan(0.001);
      }),
      { numRuns: 500 },
    );
  });

  it('returns to the same place within a millimetre, also in a neighbouring zone', () => {
    fc.assert(
      fc.property(lng, lat, fc.constantFrom(-1, 0, 1), (x, y, by) => {
        const zone = Math.min(60, Math.max(1, zoneOf(x) + by));
        const [east, north] = fromUtm(toUtm([x, y], zone));
        const metres = Math.hypot((east - x) * Math.cos((y * Math.PI) / 180), north - y) * 111_320;
        expect(metres).toBeLessThan(0.001);
      }),
      { numRuns: 500 },
    );
  });

  it('knows the zones of the region', () => {
    expect([9, 12, 18, 24, 30].map(zoneOf)).toEqual([32, 33, 34, 35, 36]);
    expect([-180, 179.9, 180].map(zoneOf)).toEqual([1, 60, 60]);
  });
});

describe('coordinates as text', () => {
  it.each([
    [1, '1.23457° N, 17.98765° E', '1°14′04.4″ N, 17°59′15.6″ E', '33N 832526 136644'],
    [150, '1.235° N, 17.988° E', '1°14′04″ N, 17°59′16″ E', '33N 832500 136600'],
    [5_000, '1.23° N, 17.99° E', '1°14′04″ N, 17°59′16″ E', '33N 833000 137000'],
    [200_000, '1° N, 18° E', '1°14′04″ N, 17°59′16″ E', '33N 800000 100000'],
  ])('have no step that is finer than a pixel of %i metres', (metres, ...expected) => {
    const place = [17.987_654_3, 1.234_567_8] as const;
    const index = languageOf('en');
    expect(
      COORDINATES_FORMATS.map((format) =>
        formatCoordinates(place, format, index, metres).replaceAll('\u00A0', ' '),
      ),
    ).toEqual(expected);
  });

  it.each([
    ['3.5, 17.25', [17.25, 3.5]],
    ['3.5 17.25', [17.25, 3.5]],
    ['-3.5;17.25', [17.25, -3.5]],
    ['3,5 17,25', [17.25, 3.5]],
    ['3,5; 17,25', [17.25, 3.5]],
    ['3,5, 17,25', [17.25, 3.5]],
    ['3,5,17,25', [17.25, 3.5]],
    ['3,17', [17, 3]],
    ['17.25 E, 3.5 S', [17.25, -3.5]],
    ['S 3.5 E 17.25', [17.25, -3.5]],
    ['3,5° N 17,25° O', [-17.25, 3.5]],
    ['3°30′00″ S, 17°15′00″ E', [17.25, -3.5]],
    ["3° 30' S 17° 15' E", [17.25, -3.5]],
    ["-0°30' 17°15'", [17.25, -0.5]],
    ['3 30 0 17 15 0', [17.25, 3.5]],
    ['3°30\'0" N 17° E', [17, 3.5]],
  ])('%s is read', (text, place) => {
    expect(parsed(text)).toEqual(place);
  });

  it.each([
    ['33N 500000 0', [15, 0]],
    ['UTM 33 S 500000 10000000', [15, 0]],
    ['500000E 0N 33N', [15, 0]],
    ['33n 500000 mE 0 mN', [15, 0]],
  ])('%s is read as UTM', (text, [x, y]) => {
    const [east, north] = parsed(text) as [number, number];
    expect([east, north]).toEqual([expect.closeTo(x!, 9), expect.closeTo(y!, 9)]);
  });

  it.each([
    ['', 'unknown'],
    ['Mbandaka', 'unknown'],
    ['village 12', 'unknown'],
    ['12', 'unknown'],
    ['1 2 3', 'unknown'],
    ['3 N 4 N', 'unknown'],
    ['-3 S 17 E', 'unknown'],
    ['3° 4° 5°', 'unknown'],
    ['91, 17', 'range'],
    ['3, 181', 'range'],
    ["3°60' 17°0'", 'range'],
    ['61N 500000 345000', 'utm'],
    ['33N 50000 345000', 'utm'],
  ])('“%s” is refused as %s', (text, problem) => {
    expect(parsed(text)).toBe(problem);
  });

  it.each(['en', 'fr'] as const)('in %s are read as the place they were made from', (locale) => {
    const index = languageOf(locale);
    fc.assert(
      fc.property(lng, lat, fc.constantFrom(...COORDINATES_FORMATS), (x, y, format) => {
        const [east, north] = parsed(formatCoordinates([x, y], format, index)) as [number, number];
        // The texts are rounded to a few metres at most.
        expect([east, north]).toEqual([expect.closeTo(x, 3), expect.closeTo(y, 3)]);
      }),
      { numRuns: 300 },
    );
  });

  it('are written with the marks of the language', () => {
    const write = (locale: 'en' | 'fr') =>
      COORDINATES_FORMATS.map((format) =>
        formatCoordinates([17.26791, -3.49999], format, languageOf(locale)),
      );
    expect(write('en')).toEqual([
      '3.49999°\u00A0S, 17.26791°\u00A0E',
      '3°30′00.0″\u00A0S, 17°16′04.5″\u00A0E',
      '33S 751960 9612837',
    ]);
    expect(write('fr').slice(0, 2)).toEqual([
      '3,49999°\u00A0S, 17,26791°\u00A0E',
      '3°30′00,0″\u00A0S, 17°16′04,5″\u00A0E',
    ]);
    expect(formatCoordinates([-1, 1], 'degrees', languageOf('fr'))).toContain('O');
  });
});
