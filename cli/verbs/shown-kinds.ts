export const SHOWN_KINDS = [
  'group',
  'project',
  'dataset',
  'source',
  'form',
  'tool',
  'notice',
  'page',
] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];
