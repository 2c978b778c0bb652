import { isMapping } from '../expand/check-skeleton.ts';
import { isWithin } from '../model/bounds.ts';
import type { Bounds } from '../model/model.ts';
import type { Target } from '../model/report.ts';

const CORNERS = ['south-west', 'north-east'] as const;

/** A number of an extent that lies beyond a limit. */
export interface Outlier {
  readonly target: Target;
  readonly value: number;
  /** Place in `Bounds`. */
  readonly side: 0 | 1 | 2 | 3;
}

/**
 * The numbers of an extent that lie beyond `limits`, and where each is written. `bounds` are those
 * of the extent, `target` is where it is.
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
    if (value >= low && value <= high) return [];
    return [{ target: placeOf(extent, side, value) ?? target, value, side }];
  });
}

/** The longitudes or latitudes that a side may have. */
function rangeOf(side: number, limits: Bounds): readonly [low: number, high: number] {
  return side % 2 === 0 ? [limits[0], limits[2]] : [limits[1], limits[3]];
}

/** Where a side is written. Corners may be exchanged: then the other one has the value. */
function placeOf(extent: unknown, side: number, value: number): Target | undefined {
  if (Array.isArray(extent)) return { node: extent, key: side };
  const axis = side % 2 === 0 ? 'lng' : 'lat';
  const corner = CORNERS.map((name) => (isMapping(extent) ? extent[name] : undefined))
    .filter(isMapping)
    .find((each) => each[axis] === value);
  return corner && { node: corner, key: axis };
}

/**
 * The number that was probably meant where a slip of the sign or of the decimal point led beyond
 * the limits: inside of them, and on the right side of the opposite number. Undefined where the
 * number is beyond them by less than half their size: it may be meant.
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

/** A corner with its longitude and latitude exchanged, as it is and as it is meant. */
interface ExchangedCorner {
  readonly target: Target;
  readonly found: string;
  readonly expected: string;
  readonly isCorner: true;
}

/**
 * The corner that has its longitude and latitude exchanged: with them in their order the corners are
 * those of a box inside of the limits. Undefined where there is none.
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
