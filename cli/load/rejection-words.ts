import type { RefusalCode } from '../../server/load/refused-record.ts';

/** Why a record was rejected, in a sentence, by the code in the report of a load. */
const WORDS: Readonly<Record<RefusalCode | 'not-a-feature', string>> = {
  'not-a-feature': 'It is not a GeoJSON feature.',
  'no-geometry': 'It has no geometry.',
  'unknown-geometry-type': 'Its geometry has a type that GeoJSON does not have.',
  'mixed-collection': 'Its geometry collection has members of several kinds.',
  'wrong-kind': 'Its geometry is of another kind than the dataset is declared as.',
  'wrong-nesting': 'The coordinates are not nested as the type of the geometry asks for.',
  'not-finite': 'A coordinate is not a finite number.',
  'outside-world': 'It lies outside of longitude -180 to 180 or latitude -90 to 90.',
  'empty-geometry': 'Its geometry has no coordinates.',
  'too-few-vertices': 'A line has fewer than two different points, or a ring fewer than three.',
  'too-many-vertices': 'Its geometry has more than 1 000 000 points.',
  'vanished-in-repair': 'Nothing of its geometry is left after it was repaired.',
  'bad-coordinates': 'Its coordinates are not numbers.',
  'decimal-comma':
    'Its coordinates have a decimal comma; `decimal: comma` under `load:` reads them.',
  'wrong-cell-count': 'The row has not as many cells as the heading.',
  'not-wkt': 'Its geometry is not WKT.',
  'not-json': 'The line is not JSON.',
  'too-deep': 'It is nested too deeply.',
};

/** The sentence for a code; the code itself where an older report has another one. */
export function wordsForRejection(code: string): string {
  return (WORDS as Readonly<Record<string, string>>)[code] ?? code;
}
