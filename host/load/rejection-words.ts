import type { RefusalCode } from '../../server/load/refused-record.ts';

/** The sentences for rejection codes. */
const WORDS: Readonly<Record<RefusalCode | 'not-a-feature', string>> = {
  'not-a-feature': 'It is not a GeoJSON feature.',
  'no-geometry': 'It has no geometry.',
  'unknown-geometry-type': 'Its geometry has a type that GeoJSON does not have.',
  'mixed-collection': 'Its geometry collection has members of several kinds.',
  'wrong-kind': 'Its geometry has another kind than the declared one of the dataset.',
  'wrong-nesting': 'The coordinates are not nested as the type of the geometry requires.',
  'not-finite': 'A coordinate is not a finite number.',
  'outside-world': 'It is outside longitude -180 to 180 or latitude -90 to 90.',
  'empty-geometry': 'Its geometry has no coordinates.',
  'too-few-vertices': 'A line has fewer than two different points, or a ring fewer than three.',
  'too-many-vertices': 'Its geometry has more than 1 000 000 points.',
  'vanished-in-repair': 'Its geometry is empty after the repair.',
  'bad-coordinates': 'Its coordinates are not numbers.',
  'degrees-minutes':
    'Its coordinates are in degrees, minutes and seconds; only decimal degrees are read.',
  'decimal-comma':
    'Its coordinates have a decimal comma; `decimal: comma` under `load:` reads them.',
  'wrong-cell-count': 'The row does not have the same number of cells as the header.',
  'not-wkt': 'Its geometry is not WKT.',
  'not-json': 'The line is not JSON.',
  'too-deep': 'It is nested too deeply.',
  'too-large': 'It has more than 64 MB.',
};

/** Returns the sentence for a code, or the code itself if it is unknown, as in an older report. */
export function wordsForRejection(code: string): string {
  return (WORDS as Readonly<Record<string, string>>)[code] ?? code;
}
