import type * as Config from '../../schemas/config.g.ts';
import { exchanged, isWithin, WORLD } from '../model/bounds.ts';
import type { Bounds } from '../model/model.ts';
import type { Report, Target } from '../model/report.ts';
import { meantNumber, outliers } from './extent-sides.ts';

/** Where to report, and the region of the atlas; null while it is not known. */
interface ExtentContext {
  readonly report: Report;
  readonly regionBounds: Bounds | null;
}

/** `bounds` of the region, of `home` or of a source; null without it. Diagnostics as `resolveExtent`. */
export function resolveBounds(
  raw: { readonly bounds?: Config.Bounds },
  report: Report,
  regionBounds: Bounds | null = null,
): Bounds | null {
  if (!raw.bounds) return null;
  return resolveExtent(raw.bounds, { node: raw, key: 'bounds' }, { report, regionBounds });
}

/**
 * Normalises an extent: labelled corners or `[west, south, east, north]`. Null when it cannot be.
 * Diagnostics: `bounds-order`, `extent-corners` (the labels say other than the numbers),
 * `extent-empty`, `extent-outside-world`, `coordinates-swapped`. The region is compared with by
 * `check-region.ts`.
 */
export function resolveExtent(
  extent: Config.Extent,
  target: Target,
  context: ExtentContext,
): Bounds | null {
  const { report } = context;
  const bounds = Array.isArray(extent)
    ? ofNumbers(extent, target, report)
    : ofCorners(extent, target, report);
  if (!bounds) return null;
  const [west, south, east, north] = bounds;
  if (!isWithin(bounds, WORLD)) {
    reportOutsideWorld(extent, target, bounds, context);
    return null;
  }
  if (west === east || south === north) {
    report.error('extent-empty', target, { found: bounds.join(', ') });
    return null;
  }
  return bounds;
}

/** A number that leaves the globe is reported where it is written; exchanged axes as such. */
function reportOutsideWorld(
  extent: Config.Extent,
  target: Target,
  bounds: Bounds,
  { report, regionBounds }: ExtentContext,
): void {
  const limits = regionBounds ?? WORLD;
  const found = bounds.join(', ');
  const swapped = exchanged(bounds);
  if (isWithin(swapped, limits)) {
    const params = { found, expected: swapped.join(', '), region: regionBounds?.join(', ') ?? '' };
    report.error('coordinates-swapped', target, params);
    return;
  }
  const [only, ...others] = outliers(extent, target, bounds, WORLD);
  const wrong = others.length === 0 ? only : undefined;
  const nearest = wrong && meantNumber(wrong, bounds, limits);
  report.error('extent-outside-world', wrong?.target ?? target, {
    found,
    number: wrong?.value,
    nearest,
  });
}

function ofNumbers(extent: Bounds, target: Target, report: Report): Bounds | null {
  const [west, south, east, north] = extent;
  if (west <= east && south <= north) return [west, south, east, north];
  const ordered = [
    ...[Math.min(west, east), Math.min(south, north)],
    ...[Math.max(west, east), Math.max(south, north)],
  ];
  report.error('bounds-order', target, { found: extent.join(', '), expected: ordered.join(', ') });
  return null;
}

function ofCorners(
  { 'north-east': northEast, 'south-west': southWest }: Exclude<Config.Extent, readonly number[]>,
  target: Target,
  report: Report,
): Bounds {
  const bounds: Bounds = [
    Math.min(northEast.lng, southWest.lng),
    Math.min(northEast.lat, southWest.lat),
    Math.max(northEast.lng, southWest.lng),
    Math.max(northEast.lat, southWest.lat),
  ];
  const axes = (['lng', 'lat'] as const).filter((axis) => northEast[axis] < southWest[axis]);
  if (axes.length > 0)
    report.error(
      'extent-corners',
      { ...target, part: 'key' },
      { axes, expected: bounds.join(', ') },
    );
  return bounds;
}
