import type { Angle } from 'atlas-engine';
import type { RejectionCode } from '../geometry/pack-geojson.ts';

/** The reason why a record of a file is not a feature. There are other reasons for geometries. */
export type RefusalCode =
  | RejectionCode
  | 'bad-coordinates'
  | 'degrees-minutes'
  | 'decimal-comma'
  | 'wrong-cell-count'
  | 'not-wkt'
  | 'not-json'
  | 'too-deep'
  | 'too-large';

/** Takes the place of a record that is not a feature, so that the report can give its line. */
export class RefusedRecord {
  /** Line in the file where the record begins, from 1, the header included. */
  readonly line: number;
  readonly reason: RefusalCode;
  /** The attributes of the record, if they can be read. They name the record in messages. */
  readonly properties: Readonly<Record<string, unknown>>;

  /** A coordinate in degrees, minutes and seconds, for the reason `degrees-minutes`. */
  readonly angle?: Angle;

  constructor(
    line: number,
    reason: RefusalCode,
    { properties = {}, angle }: Partial<Pick<RefusedRecord, 'properties' | 'angle'>> = {},
  ) {
    this.line = line;
    this.reason = reason;
    this.properties = properties;
    if (angle) this.angle = angle;
  }
}
