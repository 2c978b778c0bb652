/** The colours of the interface. Tokens with these names override its defaults. */
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
  // The marks of an analysis on the map; the panels do not use them.
  'analysis',
  'analysis-ink',
];

/** The token that sets the interface to `light` or `dark` for each base map. */
export const INTERFACE_TOKEN = 'interface';
