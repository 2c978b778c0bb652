/** The colours of the interface: tokens of these names take the place of its own. */
export const INTERFACE_COLORS: readonly string[] = [
  'paper',
  'paper-raised',
  'ink',
  'ink-soft',
  'rule',
  'field',
  'canopy',
  'canopy-wash',
  'on-canopy',
  'laterite',
  'danger',
  'danger-wash',
  'ochre-wash',
  // Kept for the analysis of areas, which is not shown yet.
  'analysis',
  'analysis-ink',
];

/** A token of this name says `light` or `dark` where the interface shall not follow the map. */
export const INTERFACE_TOKEN = 'interface';
