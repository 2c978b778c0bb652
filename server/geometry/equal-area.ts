/** The cylindrical equal-area projection of the WGS 84 ellipsoid, on which areas are integrals. */
import type { Bounds } from 'atlas-engine';
import type { Covered } from './covered-edges.ts';
import { UNITS_PER_DEGREE } from './packed.ts';

const SEMI_MINOR_AXIS = 6_356_752.314245;
const ECCENTRICITY = 0.081819190842622;
const RADIANS_PER_UNIT = Math.PI / 180 / UNITS_PER_DEGREE;

/** Integrals along edges, in m². */
export interface EqualArea {
  /**
   * Returns the area under the covered parts of edges, positive under an edge to the west, so that
   * the sum around a polygon that turns left is its area.
   */
  under(segments: Int32Array, covered: Covered): number;
}

/** Returns the integrals for polygons near some bounds, which keep the sums small. */
export function equalArea([, south]: Bounds): EqualArea {
  const base = northing(south);
  const part = (segments: Int32Array, edge: number, [from, to]: Part): number => {
    const s = 4 * edge;
    const [ax, ay, bx, by] = [segments[s]!, segments[s + 1]!, segments[s + 2]!, segments[s + 3]!];
    const middle = northing(ay + from * (by - ay)) + northing(ay + to * (by - ay)) - 2 * base;
    return ((to - from) * (ax - bx) * RADIANS_PER_UNIT * middle) / 2;
  };
  return {
    under: (segments, { whole, parts }) => {
      let sum = 0;
      for (const [edge, isWhole] of whole.entries())
        if (isWhole) sum += part(segments, edge, WHOLE);
      for (const [edge, list] of parts) {
        if (whole[edge]) continue;
        for (const one of merged(list)) sum += part(segments, edge, one);
      }
      return sum;
    },
  };
}

type Part = readonly [from: number, to: number];

const WHOLE: Part = [0, 1];

/** Returns the area in m² between the equator and a latitude in units, for each radian of longitude. */
export function northing(units: number): number {
  const sine = Math.sin(units * RADIANS_PER_UNIT);
  const flat = ECCENTRICITY * sine;
  return (SEMI_MINOR_AXIS ** 2 / 2) * (sine / (1 - flat * flat) + Math.atanh(flat) / ECCENTRICITY);
}

/** Yields the union of parts of an edge, from its start. */
function* merged(parts: readonly number[]): Generator<Part> {
  const starts = Array.from({ length: parts.length >> 1 }, (_, i) => 2 * i);
  starts.sort((a, b) => parts[a]! - parts[b]!);
  let [from, to] = [0, 0];
  for (const at of starts) {
    if (parts[at]! > to) {
      if (to > from) yield [from, to];
      from = parts[at]!;
    }
    to = Math.max(to, parts[at + 1]!);
  }
  if (to > from) yield [from, to];
}
