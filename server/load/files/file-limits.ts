/** Limits of data files. A dataset of a million features is within all of them. */
export const FILE_LIMITS = {
  bytes: 500_000_000,
  /** Features, rows or lines. */
  features: 2_000_000,
  /** Nesting of lists and objects in GeoJSON; features take 8 levels, collections of geometries more. */
  depth: 100,
  /** Lists and objects in GeoJSON; each position is one. */
  lists: 50_000_000,
  /** Columns of a table. */
  columns: 2_000,
  /** Characters of one row of a CSV. */
  row: 50_000_000,
} as const;
