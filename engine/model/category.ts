import type { Text } from './texts.ts';

/** A heading of the layer list. */
export interface Category {
  readonly id: string;
  readonly order: number;
  readonly name: Text;
  /** Words by which people look for its groups; null without any. */
  readonly keywords: Text | null;
}
