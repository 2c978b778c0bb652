/** Limits of imported files. The size of a file is `tools.import.max-size`. */
export const IMPORT_LIMITS = {
  /** Maximum number of features. */
  features: 100_000,
  /** Time to read a file, in milliseconds. */
  time: 10_000,
  /** Maximum number of different values of a field that has colours. */
  colors: 8,
} as const;

/**
 * Maximum number of entries of a KMZ or a workbook, which have one for each picture, and for styles
 * and texts.
 */
export const ENTRIES = 200;

/** The extensions of files that can be imported, for the file dialog. */
export const IMPORT_EXTENSIONS =
  '.zip,.geojson,.json,.geojsonl,.geojsons,.ndjson,.kml,.kmz,.gpx,.gpkg,.fgb,.csv,.tsv,.txt,.xlsx';
