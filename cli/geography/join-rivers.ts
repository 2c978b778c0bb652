import { densify, KM, pointIndex } from './channels.ts';
import { distance, simplifyLine, type Line, type Point } from './geometry.ts';

/** Maximum distance between the end of a river and the river that it flows into, in degrees. */
const REACH = 20 * KM;
/** Maximum distance between the mouth of a river and the coast, in degrees. */
const COAST_REACH = 90 * KM;
const SPACING = 0.3 * KM;
/** Maximum distance of two ends that are considered joined, in degrees. */
const MEETS = 0.1 * KM;

/**
 * Joins the ends of rivers to the river that they flow into. A line that crosses the other river
 * ends at the crossing.
 */
export function joinRivers(lines: readonly Line[]): Line[] {
  const dense = lines.map((line) => densify(line, SPACING));
  return lines.map((line, own) => {
    const others = dense.flatMap((points, i) => (i === own ? [] : points));
    const joinStart = joinEnd(line.toReversed(), others).toReversed();
    return joinEnd(joinStart, others);
  });
}

/** Extends the end of a river that is nearer to the coast up to the coast. */
export function joinSea(line: Line, coast: Line): Line {
  const index = pointIndex(coast);
  const gapAt = (end: Point): number => {
    const [i] = index.neighbors(...end, 1);
    return distance(end, coast[i!]!);
  };
  const [first, last] = [line[0]!, line.at(-1)!];
  const mouthLast = gapAt(last) <= gapAt(first) ? line : line.toReversed();
  const mouth = mouthLast.at(-1)!;
  const [nearest] = index.neighbors(...mouth, 1, COAST_REACH);
  return nearest === undefined ? line : [...mouthLast, coast[nearest]!];
}

/** Joins the last point of a line to the nearest of `others`. */
function joinEnd(line: Line, others: Line): Line {
  const index = pointIndex(others);
  const nearestTo = (point: Point): { at: Point; gap: number } => {
    const [i] = index.neighbors(...point, 1);
    return { at: others[i!]!, gap: distance(point, others[i!]!) };
  };
  const { gap } = nearestTo(line.at(-1)!);
  if (gap < MEETS || gap > REACH) return line;
  const dense = densify(line, SPACING);
  const reach = Math.max(0, dense.length - Math.ceil((REACH + gap) / SPACING));
  const tail = dense.slice(reach).map(nearestTo);
  const least = Math.min(...tail.map((near) => near.gap));
  const cut = reach + tail.findIndex((near) => near.gap <= least + SPACING);
  return simplifyLine([...dense.slice(0, cut + 1), nearestTo(dense[cut]!).at], MEETS / 2);
}
