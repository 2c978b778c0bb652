import type { Unreadable } from '../model/facts.ts';

/**
 * Thrown for data that cannot be read. The message has the file, the place and the reason, but no
 * values.
 */
export class UnreadableData extends Error implements Unreadable {
  override readonly name = 'UnreadableData';
  /** A name in `load` that does not exist in the data. */
  readonly lacks?: NonNullable<Unreadable['lacks']>;

  /** A coordinate in degrees, minutes and seconds. */
  readonly angle?: NonNullable<Unreadable['angle']>;

  constructor(message: string, { lacks, angle }: Omit<Unreadable, 'reason'> = {}) {
    super(message);
    if (lacks) this.lacks = lacks;
    if (angle) this.angle = angle;
  }

  get reason(): string {
    return this.message;
  }
}
