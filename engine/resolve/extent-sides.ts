import { isMapping } from '../expand/check-skeleton.ts';
import { isWithin } from '../basics/bounds.ts';
import type { Bounds } from '../model/model.ts';
import type { Target } from '../model/report.ts';

const CORNERS = ['south-west', 'north-east'] as const;

/** A number of an extent beyond a limit. */
export interface Outlier {
  readonly target: Target;
  readonly value: number;
  /** Index of the side in `Bounds`. */
  readonly side: 0 | 1 | 2 | 3;
}

/**
 * Returns the numbers of an extent beyond `limits`, with their places. `bounds` are the bounds of
 * the extent, and `target` is its place.
 */
export function outliers(
  extent: unknown,
  target: Target,
  bounds: Bounds,
  limits: Bounds,
): readonly Outlier[] {
  return ([0, 1, 2, 3] as const).flatMap((side) => {
    const value = bounds[side];
    const [low, high] = rangeOf(side, limits);
    const isIn = (number: number): boolean => number >= low && number <= high;
    // A longitude beyond 180 degrees is a turn further to the east.
    if (isIn(value) || (side % 2 === 0 && high > 180 && isIn(value + 360))) return [];
    return [{ target: placeOf(extent, side, value) ?? target, value, side }];
  });
}

/** Returns the range of longitudes or latitudes for a side. */
function rangeOf(side: number, limits: Bounds): readonly [low: number, high: number] {
  return side % 2 === 0 ? [limits[0], limits[2]] : [limits[1], limits[3]];
}

/** Returns the place of a side. If the corners are swapped, the other corner has the value. */
function placeOf(extent: unknown, side: number, value: number): Target | undefined {
  if (Array.isArray(extent)) return { node: extent, key: side };
  const axis = side % 2 === 0 ? 'lng' : 'lat';
  const corner = CORNERS.map((name) => (isMapping(extent) ? extent[name] : undefined))
    .filter(isMapping)
    .find((each) => each[axis] === value);
  return corner && { node: corner, key: axis };
}

/**
 * Returns the number that was probably intended, if a wrong sign or decimal point put it beyond the
 * limits. The result is inside the limits and on the right side of the opposite number. Undefined
 * if the number exceeds the limits by less than half of their range, because such a number may be
 * intended.
 */
export function meantNumber(
  { value, side }: Outlier,
  bounds: Bounds,
  limits: Bounds,
): number | undefined {
  const [low, high] = rangeOf(side, limits);
  const beyond = Math.max(low - value, value - high);
  if (beyond < (high - low) / 2) return undefined;
  const opposite = bounds[(side + 2) % 4]!;
  const fits = (number: number): boolean =>
    number >= low && number <= high && (side < 2 ? number < opposite : number > opposite);
  return [-value, value / 10, value / 100, value / 1000]
    .map((number) => Number(number.toPrecision(12)))
    .find(fits);
}

/** A corner with longitude and latitude swapped, as found and as expected. */
interface ExchangedCorner {
  readonly target: Target;
  readonly found: string;
  readonly expected: string;
  readonly isCorner: true;
}

/**
 * Returns the corner with longitude and latitude swapped: correcting it gives a box inside the
 * limits. Undefined when there is none.
 */
export function exchangedCorner(extent: unknown, limits: Bounds): ExchangedCorner | undefined {
  if (!isMapping(extent)) return undefined;
  const [southWest, northEast] = CORNERS.map((name) => {
    const { lng, lat } = extent[name] as { readonly lng: number; readonly lat: number };
    return [lng, lat] as const;
  });
  const exchanges = [
    { key: CORNERS[0], corner: southWest!, box: [southWest![1], southWest![0], ...northEast!] },
    { key: CORNERS[1], corner: northEast!, box: [...southWest!, northEast![1], northEast![0]] },
  ];
  const wrong = exchanges.find(({ box }) => {
    const [west, south, east, north] = box as unknown as Bounds;
    return west < east && south < north && isWithin([west, south, east, north], limits);
  });
  if (!wrong) return undefined;
  const { key, corner } = wrong;
  const [lng, lat] = corner;
  return {
    target: { node: extent, key },
    found: `lng: ${lng}, lat: ${lat}`,
    expected: `lng: ${lat}, lat: ${lng}`,
    isCorner: true,
  };
}
