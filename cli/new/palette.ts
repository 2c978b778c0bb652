/**
 * Colours for classes. They look different with any colour vision. `tests/unit/cli/palette.test.ts`
 * measures their distances.
 */

/** Colours for kinds: those of Okabe and Ito, without black and with a darker yellow. */
export const KIND_COLORS = [
  '#0072B2',
  '#E69F00',
  '#009E73',
  '#CC79A7',
  '#56B4E9',
  '#D55E00',
  '#F0E442',
  '#5B3A8C',
] as const;

/** The colour of features that are of no class. */
export const OTHER_COLOR = '#666666';

/** Colours for amounts, from the least to the most: cividis, which is the same for all readers. */
export const AMOUNT_COLORS = ['#FDE737', '#C0AF6C', '#878479', '#575C6D', '#1F3B6F'] as const;
