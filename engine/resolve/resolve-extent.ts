import { isMapping } from '../expand/check-skeleton.ts';
import type { Bounds } from '../model/model.ts';
import type { RawNode, Report } from '../model/report.ts';
import { mappingOf, numberOf } from './raw.ts';

/**
 * Normalises an extent: labelled corners or `[west, south, east, north]`. Null when it cannot be.
 * Diagnostics: `extent-corners` (the labels say other than the numbers), `extent-empty`,
 * `extent-outside-world`, `extent-outside-region`.
 */
export function resolveExtent(
  owner: RawNode,
  key: string,
  context: { readonly report: Report; readonly regionBounds: Bounds | null },
): Bounds | null {
  const raw = owner[key];
  const target = { node: owner, key } as const;
  let bounds: Bounds | null = null;
  if (Array.isArray(raw)) {
    const [west, south, east, north] = raw as number[];
    if (raw.length !== 4 || !raw.every((part) => typeof part === 'number' && Number.isFinite(part)))
      return null;
    bounds = [west!, south!, east!, north!];
    if (west! > east! || south! > north!) {
      context.report.error('bounds-order', target, {
        found: raw.join(', '),
        expected: [
          Math.min(west!, east!),
          Math.min(south!, north!),
          Math.max(west!, east!),
          Math.max(south!, north!),
        ].join(', '),
      });
      return null;
    }
  } else if (isMapping(raw)) {
    const northEast = corner(raw, 'north-east');
    const southWest = corner(raw, 'south-west');
    if (!northEast || !southWest) return null;
    bounds = [
      Math.min(northEast.lng, southWest.lng),
      Math.min(northEast.lat, southWest.lat),
      Math.max(northEast.lng, southWest.lng),
      Math.max(northEast.lat, southWest.lat),
    ];
    if (northEast.lng < southWest.lng || northEast.lat < southWest.lat) {
      const axes = [
        northEast.lng < southWest.lng ? 'lng' : '',
        northEast.lat < southWest.lat ? 'lat' : '',
      ].filter(Boolean);
      context.report.error(
        'extent-corners',
        { ...target, part: 'key' },
        { axes, expected: bounds.join(', ') },
      );
    }
  }
  if (!bounds) return null;
  const [west, south, east, north] = bounds;
  if (west < -180 || east > 180 || south < -90 || north > 90) {
    context.report.error('extent-outside-world', target, { found: bounds.join(', ') });
    return null;
  }
  if (west === east || south === north) {
    context.report.error('extent-empty', target, { found: bounds.join(', ') });
    return null;
  }
  const region = context.regionBounds;
  if (region && (west > region[2] || east < region[0] || south > region[3] || north < region[1])) {
    context.report.error('extent-outside-region', target, {
      found: bounds.join(', '),
      region: region.join(', '),
    });
  }
  return bounds;
}

function corner(raw: RawNode, name: string): { lng: number; lat: number } | null {
  const value = mappingOf(raw, name);
  const lng = value && numberOf(value, 'lng');
  const lat = value && numberOf(value, 'lat');
  return lng === undefined || lat === undefined ? null : { lng, lat };
}
