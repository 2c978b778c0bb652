import { ImportError } from '../../../stores/bundle/import-types.ts';
import { geometryOfWkt } from './geometry-of-wkt.ts';

/** Names of columns with coordinates in degrees, in lower case and reduced to the letters a to z. */
const LONGITUDES = [
  'longitude',
  'lon',
  'lng',
  'long',
  'x',
  'xcoord',
  'decimallongitude',
  'longitudex',
];
const LATITUDES = ['latitude', 'lat', 'y', 'ycoord', 'decimallatitude', 'latitudey'];

/** The name of a column with geometries as well-known text, as the files of Download have it. */
const WKT = 'wkt';

/**
 * Returns the rows of a table as features: points from columns of coordinates, or geometries from a
 * column of well-known text. The first row has the names of the columns. Decimals may have a comma.
 * Rows without coordinates have no geometry. Throws `ImportError`.
 */
export function featuresOfRows(rows: readonly (readonly string[])[]): unknown[] {
  const [columns = [], ...records] = rows;
  const names = columns.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const at = (known: readonly string[]): number => names.findIndex((name) => known.includes(name));
  const [x, y] = [at(LONGITUDES), at(LATITUDES)];
  const text = x < 0 || y < 0 ? names.indexOf(WKT) : -1;
  if ((x < 0 || y < 0) && text < 0) throw new ImportError({ code: 'no-coordinates' });
  const geometryOf = (cells: readonly string[]): object | null => {
    if (text >= 0) return geometryOfWkt(cells[text] ?? '');
    const [lng, lat] = [numberOf(cells[x]), numberOf(cells[y])];
    return lng === null || lat === null ? null : { type: 'Point', coordinates: [lng, lat] };
  };
  const features = records.map((cells) => {
    return {
      type: 'Feature',
      geometry: geometryOf(cells),
      properties: Object.fromEntries(
        columns.flatMap((column, index) =>
          index === text ? [] : [[column || `${index + 1}`, valueOf(cells[index] ?? '')]],
        ),
      ),
    };
  });
  if (records.length > 0 && features.every(({ geometry }) => geometry === null))
    throw new ImportError({ code: 'no-coordinates' });
  return features;
}

const DECIMAL = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i;

function numberOf(text = ''): number | null {
  const trimmed = text.trim();
  return DECIMAL.test(trimmed) ? Number(trimmed.replace(',', '.')) : null;
}

/** Returns a number for what looks like one, without leading zeros as in codes. */
function valueOf(text: string): string | number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
