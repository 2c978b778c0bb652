/** Prefix of the ids of layers that are drawn above the style and do not belong to it. */
export const OVERLAY_PREFIX = 'overlay/';

/** The source of a highlighted feature that has no id in its own source. */
export const OVERLAY_SOURCE = 'overlay';
