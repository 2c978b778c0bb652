import { ImportError } from '../../../stores/bundle/import-types.ts';
import { placesOf } from './places-of-rows.ts';

/** Number of rows at the start of a table in which the names of its columns are looked for. */
export const HEAD_ROWS = 10;

/**
 * Returns the rows of a table as features. The names of the columns are in its first row, or below
 * titles. Rows without coordinates have no geometry. Throws `ImportError`.
 */
export function featuresOfRows(rows: readonly (readonly string[])[]): unknown[] {
  const heads = rows.slice(0, HEAD_ROWS).map((row) => placesOf(row));
  const head = heads.findIndex((each) => each !== null);
  const places = heads[head];
  if (!places) throw new ImportError({ code: 'no-coordinates' });
  const columns = rows[head]!;
  const records = rows.slice(head + 1);
  const features = records.map((cells) => ({
    type: 'Feature',
    geometry: places.geometryOf(cells),
    properties: Object.fromEntries(
      columns.flatMap((column, index) =>
        places.columns.includes(index)
          ? []
          : [[column || `${index + 1}`, valueOf(cells[index] ?? '')]],
      ),
    ),
  }));
  if (records.length > 0 && features.every(({ geometry }) => geometry === null))
    throw new ImportError({ code: 'no-coordinates' });
  return features;
}

/** Returns a number for what looks like one, without leading zeros as in codes. */
function valueOf(text: string): string | number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
