/** Decides whether an area may be downloaded. */
import { touches, type Bounds } from 'atlas-engine';
import { toQuery, type QueryGeometry } from '../store/query-geometry.ts';
import { boundsOf, geodesicArea, UNITS_PER_DEGREE, type QueryParse } from '../geometry/index.ts';

/** What an area must respect. */
export interface AreaRules {
  /** The area must be smaller than this number of square kilometres. */
  readonly maxArea: number;
  /** The bounds of the region; the area must touch them. */
  readonly region: Bounds;
}

/** An area that is not refused. */
export interface CheckedArea {
  /** In square kilometres. */
  readonly size: number;
  readonly geometry: QueryGeometry;
  /** Whether it reaches the limit; only some datasets may be downloaded there. */
  readonly isWide: boolean;
}

export type AreaDecision = CheckedArea | { readonly refused: 'extent' };

const SQUARE_METRES = 1e6;
/** A polygon that is wider, in degrees, was meant to cross the 180th meridian. */
const HALF_THE_WORLD = 180;

/**
 * Checks a parsed area. `size` is its area on the ellipsoid in square kilometres. An area that is
 * exactly as large as the limit is wide.
 */
export function checkArea(parsed: QueryParse, { maxArea, region }: AreaRules): AreaDecision {
  if (!('ok' in parsed) || parsed.ok.kind !== 'polygon') return { refused: 'extent' };
  const bounds = boundsOf(parsed.ok).map((units) => units / UNITS_PER_DEGREE);
  const [west, south, east, north] = bounds as unknown as Bounds;
  if (!touches([west, south, east, north], region) || east - west > HALF_THE_WORLD)
    return { refused: 'extent' };
  const size = geodesicArea(parsed.ok) / SQUARE_METRES;
  if (!(size > 0)) return { refused: 'extent' };
  return { size, geometry: toQuery(parsed.ok), isWide: isTooLarge(size, maxArea) };
}

/** Returns whether an area in square kilometres reaches the limit. */
export function isTooLarge(size: number, maxArea: number): boolean {
  return !(size < maxArea);
}

/** Returns the sentence of the specification, section 8, with its spaces. */
export function tooLargeText(maxArea: number): string {
  const number = String(maxArea).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');
  return `The area you have selected is too large. Please select an area less than ${number} km ²`;
}

export const INVALID_EXTENT = 'Invalid extent';
