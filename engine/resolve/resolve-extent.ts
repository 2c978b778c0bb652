import type * as Config from '../../schemas/config.g.ts';
import type { Bounds } from '../model/model.ts';
import type { Report, Target } from '../model/report.ts';
import type { ResolveContext } from './context.ts';

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
 * `extent-empty`, `extent-outside-world`, `extent-outside-region`.
 */
export function resolveExtent(
  extent: Config.Extent,
  target: Target,
  { report, regionBounds }: Pick<ResolveContext, 'report' | 'regionBounds'>,
): Bounds | null {
  const bounds = Array.isArray(extent)
    ? ofNumbers(extent, target, report)
    : ofCorners(extent, target, report);
  if (!bounds) return null;
  const [west, south, east, north] = bounds;
  const found = bounds.join(', ');
  if (west < -180 || east > 180 || south < -90 || north > 90) {
    report.error('extent-outside-world', target, { found });
    return null;
  }
  if (west === east || south === north) {
    report.error('extent-empty', target, { found });
    return null;
  }
  if (regionBounds && !overlap(bounds, regionBounds))
    report.error('extent-outside-region', target, { found, region: regionBounds.join(', ') });
  return bounds;
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
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
