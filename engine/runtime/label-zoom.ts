/** The attribute of label points: the zoom from which a circle of `LABEL_ROOM` px fits into the polygon. */
export const LABEL_ZOOM = 'label-zoom';

/** Diameter in px of the circle of `LABEL_ZOOM`. */
export const LABEL_ROOM = 100;
