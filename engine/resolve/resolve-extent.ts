import type * as Config from '../../schemas/config.g.ts';
import {
  exchanged,
  fromPairs,
  isWithin,
  unwrapped,
  WORLD,
  writtenBounds,
} from '../basics/bounds.ts';
import type { Bounds } from '../model/model.ts';
import type { Report, Target } from '../model/report.ts';
import { exchangedCorner, meantNumber, outliers } from './extent-sides.ts';

/** The report, and the region of the atlas; null while it is unknown. */
interface ExtentContext {
  readonly report: Report;
  readonly regionBounds: Bounds | null;
  /** Whether the extent may cross 180 degrees, with a west above its east. */
  readonly mayCross?: boolean;
}

/** The widest extent that crosses 180 degrees. A wider one has its sides in the wrong order. */
const WIDEST_CROSSING = 180;

/**
 * Resolves `bounds` of the region, of `home` or of a source; null when absent. Diagnostics: those
 * of `resolveExtent`.
 */
export function resolveBounds(
  raw: { readonly bounds?: Config.Bounds },
  report: Report,
  {
    regionBounds = null,
    mayCross = false,
  }: Partial<Pick<ExtentContext, 'regionBounds' | 'mayCross'>> = {},
): Bounds | null {
  if (!raw.bounds) return null;
  return resolveExtent(
    raw.bounds,
    { node: raw, key: 'bounds' },
    { report, regionBounds, mayCross },
  );
}

/**
 * Normalises a rectangle: labelled corners or `[west, south, east, north]`. Returns null when it is
 * invalid. `check-region.ts` makes the other comparisons with the region. Diagnostics:
 * `bounds-order`, `extent-corners` (the labels contradict the numbers), `extent-empty`,
 * `extent-outside-world`, `coordinates-swapped`, `extent-outside-region` (for a number that
 * reverses the order of the sides).
 */
export function resolveExtent(
  extent: Config.Bounds,
  target: Target,
  context: ExtentContext,
): Bounds | null {
  const { report } = context;
  const bounds = Array.isArray(extent)
    ? ofNumbers(extent, target, context)
    : ofCorners(extent, target, context);
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
  return unwrapped(bounds);
}

/** Returns whether an extent whose west is above its east crosses 180 degrees, where it may. */
function crosses([west, , east]: Bounds, { mayCross }: ExtentContext): boolean {
  return mayCross === true && west > east && east + 360 - west < WIDEST_CROSSING;
}

/** Reports swapped coordinates, or the single number that is outside the world. */
function reportOutsideWorld(
  extent: Config.Bounds,
  target: Target,
  bounds: Bounds,
  { report, regionBounds }: ExtentContext,
): void {
  const limits = regionBounds ?? WORLD;
  const found = bounds.join(', ');
  const swapped = exchanged(bounds);
  if (isWithin(swapped, limits)) {
    const params = {
      found,
      expected: swapped.join(', '),
      region: regionBounds ? writtenBounds(regionBounds) : '',
    };
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

function ofNumbers(extent: Bounds, target: Target, context: ExtentContext): Bounds | null {
  const [west, south, east, north] = extent;
  if (south <= north && (west <= east || crosses(extent, context)))
    return [west, south, east, north];
  if (reportSlip(extent, target, extent, context)) return null;
  const [first, last] = crosses(extent, context)
    ? [west, east]
    : [Math.min(west, east), Math.max(west, east)];
  const ordered = fromPairs(extent) ?? [
    first,
    Math.min(south, north),
    last,
    Math.max(south, north),
  ];
  context.report.error('bounds-order', target, {
    found: extent.join(', '),
    expected: ordered.join(', '),
  });
  return null;
}

function ofCorners(
  extent: Exclude<Config.Bounds, readonly number[]>,
  target: Target,
  context: ExtentContext,
): Bounds | null {
  const { 'north-east': northEast, 'south-west': southWest } = extent;
  const bounds: Bounds = [
    Math.min(northEast.lng, southWest.lng),
    Math.min(northEast.lat, southWest.lat),
    Math.max(northEast.lng, southWest.lng),
    Math.max(northEast.lat, southWest.lat),
  ];
  const axes = (['lng', 'lat'] as const).filter((axis) => northEast[axis] < southWest[axis]);
  if (axes.length === 0) return bounds;
  const sides: Bounds = [southWest.lng, southWest.lat, northEast.lng, northEast.lat];
  if (southWest.lat <= northEast.lat && crosses(sides, context)) return sides;
  if (reportSlip(extent, target, sides, context)) return null;
  const params = { axes, expected: bounds.join(', ') };
  context.report.error('extent-corners', { ...target, part: 'key' }, params);
  return bounds;
}

/**
 * Reports the only corner or number that reverses the order of the sides, and returns whether there
 * is one. Diagnostics: `coordinates-swapped`, `extent-outside-region`.
 */
function reportSlip(
  extent: unknown,
  target: Target,
  bounds: Bounds,
  { report, regionBounds }: ExtentContext,
): boolean {
  if (!regionBounds) return false;
  const corner = exchangedCorner(extent, regionBounds);
  if (corner) {
    const { target: at, ...words } = corner;
    report.error('coordinates-swapped', at, words);
    return true;
  }
  const [only, ...others] = outliers(extent, target, bounds, regionBounds);
  const nearest = only && others.length === 0 ? meantNumber(only, bounds, regionBounds) : undefined;
  if (!only || nearest === undefined) return false;
  const words = { found: bounds.join(', '), region: writtenBounds(regionBounds) };
  const number = { number: only.value, nearest };
  report.error('extent-outside-region', only.target, { ...words, ...number });
  return true;
}
