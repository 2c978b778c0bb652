/** A file of the visitor as features, and why it cannot be shown. Plain data, which are passed between the page and a worker. */

import type { SystemPart } from 'atlas-engine/readers';

/** Format of a file, by its content. */
export type ImportFormat =
  'shapefile' | 'geopackage' | 'flatgeobuf' | 'geojson' | 'kml' | 'kmz' | 'gpx' | 'csv' | 'xlsx';

/** A part of a reference system that is not supported. */
export interface SystemProblem {
  readonly part: SystemPart;
  /** Its name in the file. */
  readonly found: string;
}

/** The reason why a file cannot be imported. */
export type ImportProblem =
  /** Larger than the limit of its format, in bytes. */
  | { readonly code: 'too-large'; readonly limit: number }
  | { readonly code: 'unknown-type' }
  /** A workbook of an old version of Office, or with a password. */
  | { readonly code: 'old-office' }
  /** Another kind of archive than a zip. */
  | { readonly code: 'archive' }
  /** A zip that needs a password. */
  | { readonly code: 'password' }
  /** A file of a shapefile without the others. */
  | { readonly code: 'bare-shapefile' }
  | { readonly code: 'empty-file' }
  /** The browser could not read the file. */
  | { readonly code: 'not-read' }
  | { readonly code: 'zip-damaged' }
  /** More entries or more data than allowed. */
  | { readonly code: 'zip-limits' }
  /** Extensions of the missing files, without the dot. */
  | { readonly code: 'zip-missing'; readonly parts: readonly string[] }
  | { readonly code: 'zip-several'; readonly part: string }
  /** What stops the conversion to WGS 84. */
  | {
      readonly code: 'reference-system';
      readonly name: string;
      readonly fault: SystemProblem;
    }
  /** The coordinates can be converted; from an old datum with an error of so many metres. */
  | {
      readonly code: 'reference-system';
      readonly name: string;
      readonly fault: null;
      readonly error: number | null;
    }
  | { readonly code: 'damaged' }
  /** An XML file with a document type, which is not read. */
  | { readonly code: 'doctype' }
  | { readonly code: 'no-coordinates' }
  | { readonly code: 'outside-world' }
  | { readonly code: 'no-features' }
  | { readonly code: 'too-many-features'; readonly limit: number }
  | { readonly code: 'timeout' }
  | { readonly code: 'not-loaded' };

/** Thrown by the readers of files. */
export class ImportError extends Error {
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

export type ImportValue = string | number | boolean | null;

export type ImportFeature = GeoJSON.Feature<
  GeoJSON.Geometry,
  Readonly<Record<string, ImportValue>>
>;

/** A field of the features. */
export interface ImportField {
  readonly name: string;
  readonly type: 'text' | 'number';
  /** Its values as texts, in order, if they are few enough to have a colour each. */
  readonly values: readonly string[] | null;
}

/** Colours by the values of a field, as CSS colours. Other values have the colour of the overlay. */
export interface FieldColors {
  readonly field: string;
  readonly colors: ReadonlyMap<string, string>;
}

/** A transformation from an old datum to WGS 84. */
export interface Shift {
  readonly name: string;
  /** In metres. */
  readonly error: number;
}

/** The content of a file. */
export interface Imported {
  /** Name of the file without its extension. */
  readonly name: string;
  readonly features: readonly ImportFeature[];
  readonly fields: readonly ImportField[];
  /** West, south, east, north in degrees. */
  readonly bounds: readonly [number, number, number, number];
  /** Number of records without a geometry, which are not shown. */
  readonly skipped: number;
  /** The transformations from an old datum by which its places came to WGS 84. */
  readonly shifts: readonly Shift[];
  /** Types of geometry in the file. */
  readonly kinds: readonly ImportKind[];
}

export type ImportKind = 'area' | 'line' | 'point';

/** Limits of the tool `import`. */
export interface ImportLimits {
  /** Bytes of a zipped shapefile. */
  readonly shapefileBytes: number;
  /** Bytes of another file. */
  readonly bytes: number;
  /** Number of files in a zip. */
  readonly entries: number;
}

/** The question to the worker: the content of a file. */
export interface ImportRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether coordinates of a known projection are converted. */
  readonly convert: boolean;
  readonly limits: ImportLimits;
}

/** What the worker sends: whether it loads code, some features at a time, and at the end its answer, without them. */
export type ImportMessage =
  | { readonly loading: boolean }
  | { readonly features: readonly ImportFeature[] }
  | { readonly answer: ImportAnswer };

export type ImportAnswer =
  | { readonly ok: true; readonly imported: Imported }
  | { readonly ok: false; readonly problem: ImportProblem };
