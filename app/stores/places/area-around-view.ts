import { isWithin, type Bounds } from 'atlas-engine/runtime';
import type { View } from '../../address/address.ts';

/** The margin on each side, as a share of the width and height of the view. */
const MARGIN = 0.1;

/** The largest width of the area, in widths of the view. */
const WIDEST = 2;

/** The size of a large window in px. */
const WINDOW = { width: 1600, height: 1000 };

/**
 * Returns the area around a view for which the legend is compiled. The last area is kept while the
 * view is inside it and not much smaller, so that rows do not come and go while the map moves a little.
 */
export function areaAround(view: Bounds, last: Bounds | null): Bounds {
  const [west, south, east, north] = view;
  const [width, height] = [east - west, north - south];
  if (last && isWithin(view, last) && last[2] - last[0] <= WIDEST * width) return last;
  const [x, y] = [MARGIN * width, MARGIN * height];
  return [west - x, south - y, east + x, north + y];
}

/** Returns about what a large window shows, before the size of the map is known. */
export function boundsOfWindow({ zoom, lng, lat }: View): Bounds {
  const x = (WINDOW.width / 2) * (360 / (512 * 2 ** zoom));
  const y = (WINDOW.height / WINDOW.width) * x * Math.cos((lat * Math.PI) / 180);
  return [lng - x, lat - y, lng + x, lat + y];
}
