export const SHOWN_KINDS = ['group', 'project', 'dataset', 'source'] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];
