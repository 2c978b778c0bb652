/**
 * The id of a transparent icon of 1 × 1 px, which the app makes. It keeps names away from dots with
 * `clear`.
 */
export const CLEAR_ICON = 'atlas/clear';
