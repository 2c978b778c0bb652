import type { Unreadable } from 'atlas-engine';

/** Data that cannot be read; the message names the file, the place and the reason, and no value. */
export class UnreadableData extends Error implements Unreadable {
  override readonly name = 'UnreadableData';
  /** What the load names and the data do not have. */
  readonly lacks?: NonNullable<Unreadable['lacks']>;

  constructor(message: string, lacks?: NonNullable<Unreadable['lacks']>) {
    super(message);
    if (lacks) this.lacks = lacks;
  }

  get reason(): string {
    return this.message;
  }
}
