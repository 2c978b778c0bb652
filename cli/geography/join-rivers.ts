import { densify, KM, pointIndex } from './channels.ts';
import { distance, simplifyLine, type Line, type Point } from './geometry.ts';

/** Maximum distance between the end of a river and the river that it flows into, in degrees. */
const REACH = 20 * KM;
/** Maximum distance between the mouth of a river and the coast, in degrees. */
const COAST_REACH = 90 * KM;
const SPACING = 0.3 * KM;
/** Maximum distance of two ends that are considered joined, in degrees. */
const MEETS = 0.1 * KM;

/** The numbers of the other rivers at the first and at the last point of a river. */
export interface Meetings {
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** Returns the lines within a distance of the ends of a line, which is the line with number `own`. */
export function endsAt(line: Line, own: number, lines: readonly Line[], reach: number): Meetings {
  const at = (end: Point): number[] =>
    lines.flatMap((other, i) => (i !== own && isNear(end, other, reach) ? [i] : []));
  return { first: at(line[0]!), last: at(line.at(-1)!) };
}

/**
 * Joins the ends of rivers to the river that they flow into. A line that crosses the other river
 * ends at the crossing. `meets` has the rivers that each line may be joined to; null and the default
 * are all rivers.
 */
export function joinRivers(
  lines: readonly Line[],
  meets: readonly (Meetings | null)[] = [],
): Line[] {
  const dense = lines.map((line) => densify(line, SPACING));
  const othersOf = (own: number, end: keyof Meetings): Line =>
    dense.filter((_, i) => (meets[own]?.[end].includes(i) ?? true) && i !== own).flat();
  return lines.map((line, own) => {
    const joinStart = joinEnd(line.toReversed(), othersOf(own, 'first')).toReversed();
    return joinEnd(joinStart, othersOf(own, 'last'));
  });
}

/**
 * Extends the end of a river that is nearer to the coast up to the coast. With `meets`, only ends
 * that meet no other river are extended.
 */
export function joinSea(line: Line, coast: Line, meets: Meetings = { first: [], last: [] }): Line {
  const index = pointIndex(coast);
  const gapAt = (end: Point, others: readonly number[]): number => {
    const [i] = index.neighbors(...end, 1);
    return others.length > 0 ? Infinity : distance(end, coast[i!]!);
  };
  const [atFirst, atLast] = [gapAt(line[0]!, meets.first), gapAt(line.at(-1)!, meets.last)];
  if (Math.min(atFirst, atLast) > COAST_REACH) return line;
  const mouthLast = atLast <= atFirst ? line : line.toReversed();
  const [nearest] = index.neighbors(...mouthLast.at(-1)!, 1);
  return [...mouthLast, coast[nearest!]!];
}

/** Joins the last point of a line to the nearest of `others`. */
function joinEnd(line: Line, others: Line): Line {
  if (others.length === 0) return line;
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

/** Returns whether a line has a point within a distance of a point. */
function isNear([x, y]: Point, line: Line, reach: number): boolean {
  return line.some(([x1, y1], i) => {
    const [x2, y2] = line[i - 1] ?? [x1, y1];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length2 = dx * dx + dy * dy;
    const along = length2 === 0 ? 0 : ((x - x1) * dx + (y - y1) * dy) / length2;
    const t = Math.max(0, Math.min(1, along));
    return distance([x, y], [x1 + t * dx, y1 + t * dy]) <= reach;
  });
}
