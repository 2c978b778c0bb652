import type { RejectionCode } from '../geometry/pack-geojson.ts';

/** Why a record of a file is no feature, besides what any geometry is rejected for. */
export type RefusalCode =
  | RejectionCode
  | 'bad-coordinates'
  | 'decimal-comma'
  | 'wrong-cell-count'
  | 'not-wkt'
  | 'not-json'
  | 'too-deep';

/** Stands among the features for a record that is none, so that the report can name its place. */
export class RefusedRecord {
  /** Of the file, from 1, the heading included; where the record begins. */
  readonly line: number;
  readonly reason: RefusalCode;
  /** Its attributes, where they can be read: they name the record. */
  readonly properties: Readonly<Record<string, unknown>>;

  constructor(
    line: number,
    reason: RefusalCode,
    properties: Readonly<Record<string, unknown>> = {},
  ) {
    this.line = line;
    this.reason = reason;
    this.properties = properties;
  }
}
