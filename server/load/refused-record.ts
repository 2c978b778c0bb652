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

  constructor(line: number, reason: RefusalCode) {
    this.line = line;
    this.reason = reason;
  }
}
