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
  // Reserved for the analysis of areas, which the interface does not offer yet.
  'analysis',
  'analysis-ink',
];

/** The token that sets the interface to `light` or `dark` for each base map. */
export const INTERFACE_TOKEN = 'interface';
