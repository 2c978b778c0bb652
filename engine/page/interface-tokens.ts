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

/** The colours of texts of the interface and of what they are written on, as in `app/styles/tokens.css`. */
export const INTERFACE_DEFAULTS = {
  paper: { light: '#fafafa', dark: '#16191b' },
  'paper-raised': { light: '#ffffff', dark: '#1f2326' },
  ink: { light: '#202427', dark: '#eef0f1' },
  canopy: { light: '#28527a', dark: '#8fbce6' },
  'on-canopy': { light: '#ffffff', dark: '#10201a' },
  danger: { light: '#a32020', dark: '#f08080' },
  'danger-wash': { light: '#fbecea', dark: '#3a2222' },
  'ochre-wash': { light: '#fbf3dd', dark: '#2d2a1b' },
} as const;

/** The token that sets the interface to `light` or `dark` for each base map. */
export const INTERFACE_TOKEN = 'interface';
