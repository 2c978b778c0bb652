/** Format of a file of features, derived from its extension. */
export type FileFormat =
  'geojson' | 'ndjson' | 'csv' | 'shapefile' | 'geopackage' | 'flatgeobuf' | 'geoparquet';

/** A file of features and how to read it. */
export interface FileLoad {
  readonly kind: 'file';
  readonly file: string;
  readonly format: FileFormat;
  readonly repair?: 'utf8-read-as-latin1';
  /**
   * Encoding of texts in a CSV or the table of a shapefile. Default: as declared in the file, else
   * UTF-8.
   */
  readonly encoding?: 'utf-8' | 'windows-1252';
  /** For CSV: the columns of longitude and latitude in degrees. */
  readonly coordinates?: readonly [longitude: string, latitude: string];
  /** For CSV: the column with the geometry as WKT. */
  readonly wkt?: string;
  /** For CSV: numbers have a decimal comma. */
  readonly decimal?: 'comma';
  /** Numbers that are texts have spaces between groups of three digits. */
  readonly thousands?: 'space';
  /** For GeoPackage: the layer; default: its only layer. */
  readonly layer?: string;
}

/** A file with the cells of a raster. */
export interface RasterFileLoad {
  readonly kind: 'file';
  readonly file: string;
  readonly format: 'geotiff';
}
