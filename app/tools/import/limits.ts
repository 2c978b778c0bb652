/** Limits of imported files. The sizes of files are `max-size` and `max-size-other` of the tool. */
export const IMPORT_LIMITS = {
  /** Maximum number of features. */
  features: 100_000,
  /** Time to read a file of up to 5 MiB, in milliseconds. A larger or compressed one has more. */
  time: 10_000,
  /** Maximum number of different values of a field that has colours. */
  colors: 8,
} as const;

/** A compressed file, such as a workbook, has several times its size in data. */
const COMPRESSED = 4;

/** Returns the time to read a file by its size, in milliseconds. */
export function timeFor(file: Uint8Array): number {
  const isZip = file[0] === 0x50 && file[1] === 0x4b;
  const bytes = file.length * (isZip ? COMPRESSED : 1);
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
