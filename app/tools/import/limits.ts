import type { ImportFormat } from '../../stores/bundle/import-types.ts';

/** Limits of imported files. The size of a file is `tools.import.max-size`. */
export const IMPORT_LIMITS = {
  /** Maximum number of features. */
  features: 100_000,
  /** Time to read a file, in milliseconds. */
  time: 10_000,
  /** Maximum number of different values of a field that has colours. */
  colors: 8,
} as const;

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  zip: 'shapefile',
  geojson: 'geojson',
  json: 'geojson',
  kml: 'kml',
  gpx: 'gpx',
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  xlsx: 'xlsx',
};

/** The extensions of files that can be imported, for the file dialog. */
export const IMPORT_EXTENSIONS = Object.keys(FORMATS)
  .map((ending) => `.${ending}`)
  .join(',');

/** Returns the format of a file by its name; null if it cannot be imported. */
export function formatOf(name: string): ImportFormat | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(FORMATS, ending) ? (FORMATS[ending] ?? null) : null;
}
