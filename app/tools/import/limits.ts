/** Limits of imported files. The sizes of files are `max-size` and `max-size-other` of the tool. */
export const IMPORT_LIMITS = {
  /** Maximum number of features. */
  features: 100_000,
  /** Time to read a file of up to 5 MiB, in milliseconds. A larger one has more by its size. */
  time: 10_000,
  /** Maximum number of different values of a field that has colours. */
  colors: 8,
} as const;

/** Returns the time to read a file of some bytes, in milliseconds. */
export function timeFor(bytes: number): number {
  return IMPORT_LIMITS.time * Math.max(1, bytes / (5 * 2 ** 20));
}

/**
 * Maximum number of entries of a KMZ or a workbook, which have one for each picture, and for styles
 * and texts.
 */
export const ENTRIES = 200;

/** The extensions of files that can be imported, for the file dialog. */
export const IMPORT_EXTENSIONS =
  '.zip,.geojson,.json,.geojsonl,.geojsons,.ndjson,.kml,.kmz,.gpx,.gpkg,.fgb,.csv,.tsv,.txt,.xlsx';
