/** How the ids of layers begin that are drawn over the style and are no part of it. */
export const OVERLAY_PREFIX = 'overlay/';

/** The source of a highlight whose feature has no id in its own. */
export const OVERLAY_SOURCE = 'overlay';
