/** Limits of data files. A dataset of a million features is within all of them. */
export const FILE_LIMITS = {
  bytes: 500_000_000,
  /** Maximum number of features, rows or lines. */
  features: 2_000_000,
  /**
   * Maximum nesting of lists and objects in GeoJSON. Features take 8 levels, collections of
   * geometries more.
   */
  depth: 100,
  /** Maximum number of lists and objects in GeoJSON. Each position is one list. */
  lists: 50_000_000,
  /** Maximum number of columns of a table. */
  columns: 2_000,
  /** Maximum number of characters of one row of a CSV. */
  row: 50_000_000,
} as const;
