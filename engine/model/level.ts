import type { Text } from './texts.ts';

/** A permission level. Rank 0 is everyone; a higher rank includes the lower ones. */
export interface Level {
  readonly id: string;
  readonly rank: number;
  readonly name: Text;
  readonly whenDenied: 'lock' | 'hide';
  readonly granted?: 'on-confirmation' | 'by-operator';
}
