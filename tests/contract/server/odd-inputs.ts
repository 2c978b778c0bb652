/** Arbitrary input for addresses and bodies, as sent by attackers and broken programs. */
import fc from 'fast-check';

/** A wrong part of a path, instead of a number or a name. It is escaped for an address. */
export const oddPart = fc.oneof(
  fc.integer({ min: -5, max: 30 }).map(String),
  fc.double().map(String),
  fc.constantFrom(
    '00',
    '1e1',
    '0x1',
    '+1',
    '1.0',
    '%31',
    '%00',
    '..',
    '%2e%2e',
    '',
    'NaN',
    '1;2',
    '１',
  ),
  fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
  fc.stringMatching(/^[!-~]{0,20}$/).filter((text) => !/[?#]/.test(text)),
);

/** Any text, valid or not, escaped for a query. */
export const oddText = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 60 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map(encodeURIComponent),
  fc.constantFrom(
    '%',
    '%%',
    '%ED%A0%80',
    '%C0%AF',
    '%00',
    '+',
    '*',
    '"',
    "'",
    "')--",
    'a OR b',
    'NEAR(a b)',
    'a*',
    '"a',
    '-a',
    '^a',
    'name:a',
    '{a b}: c',
    '%25_%25',
    '\\',
    '%5C',
    "'; DROP TABLE",
    '',
    'ﷺ',
    'İ',
    'ß',
    '\u200b',
    '\u202e',
    '__proto__',
    'constructor',
    'a'.repeat(3_000),
  ),
);

/**
 * Creates a query with some of the given names, each with one of the given values. Names may be
 * repeated.
 */
export function oddQuery(
  names: readonly string[],
  value: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 })
    .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'));
}

const ordinate = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -180, max: 180 }).map(String) },
  { weight: 2, arbitrary: fc.double({ min: -90, max: 90, noNaN: true }).map(String) },
  fc.constantFrom(
    '1e400',
    '-1e-400',
    'NaN',
    'Infinity',
    '0x10',
    '',
    '1.2.3',
    '--1',
    '９',
    '1e',
    '.',
  ),
);
const position = fc
  .array(ordinate, { minLength: 1, maxLength: 4 })
  .map((ordinates) => ordinates.join(' '));
const list = (of: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(of, { maxLength: 6 }).map((parts) => `(${parts.join(',')})`);
const square = fc.tuple(
  fc.integer({ min: -179, max: 170 }),
  fc.integer({ min: -89, max: 80 }),
  fc.nat({ max: 9 }),
);

/** Well-known text that is valid, almost valid, or something else. */
export const oddWkt: fc.Arbitrary<string> = fc.oneof(
  square.map(([x = 0, y = 0, size = 0]) => {
    const [east, north] = [x + size, y + size];
    return `POLYGON((${x} ${y},${east} ${y},${east} ${north},${x} ${north},${x} ${y}))`;
  }),
  fc
    .tuple(
      fc.constantFrom(
        'POINT',
        'LINESTRING',
        'POLYGON',
        'MULTIPOLYGON',
        'MULTIPOINT',
        'MULTILINESTRING',
        'point z',
        'SRID=4326;POINT',
        'GEOMETRYCOLLECTION',
        'CIRCULARSTRING',
        '\u0000POINT',
        '',
      ),
      fc.oneof(
        position.map((at) => `(${at})`),
        list(position),
        list(list(position)),
        list(list(list(position))),
      ),
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.nat({ max: 12 }), list(position))
    .map(
      ([depth, inner]) => `${'GEOMETRYCOLLECTION('.repeat(depth)}POINT${inner}${')'.repeat(depth)}`,
    ),
  fc.constantFrom(
    'POLYGON EMPTY',
    'POINT(1 2',
    'POINT 1 2)',
    `POINT(${'('.repeat(5_000)}`,
    '{"type":"Point"}',
    "POINT(1 2)'; DROP TABLE atlas; --",
    'POINT(1 2)POINT(1 2)',
    'POINT(1,2)',
    'POINT(1\t2)',
  ),
  fc.string({ unit: 'binary', maxLength: 80 }).map((text) => text.toWellFormed()),
);
