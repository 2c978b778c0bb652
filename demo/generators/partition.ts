import type { Lattice, Square } from './lattice.ts';
import type { Random } from './random.ts';
import { createHeap } from './skeleton/terrain/heap.ts';

/**
 * Costs of a side of a square on a seam, which is the line along which a block is divided: along a
 * line that borders follow, between two catchments, and outside of the block. Elsewhere it is the
 * length of the side in the direction of the line, and a part (`aside`) of its length across it, so
 * that no direction is cheaper than others.
 */
const COST = { followed: 0.06, divide: 0.45, outside: 0.05, aside: 0.3 } as const;
/** Additional cost of a side for each square between it and the straight line. */
const OFF = 0.04;
/** Maximum distance between a seam and its straight line, as a share of the length of the block. */
const SLACK = 0.14;
/**
 * How far the direction of a cut is turned from the shorter axis of its block: 0 does not turn it,
 * 1 turns it by up to 45 degrees and sometimes more.
 */
const TURN = 0.7;
/** Number of oblique lines that are tried for a cut. The seam with the least cost is used. */
const TRIALS = 5;
/** Minimum share of the last requested size that must fit into the free part of a block. */
const FILL = 0.8;
/** Minimum size of a piece, as a share of its requested size. Smaller pieces are left out. */
const TOO_SMALL = 0.35;

/** How blocks are divided. */
export interface Division {
  readonly lattice: Lattice;
  readonly random: Random;
  /** Largest size of a piece, in km². The rest of a larger piece belongs to no piece. */
  readonly most: number;
  /** Returns the catchment of a square. Seams tend to run between two catchments. */
  catchmentOf(square: Square): number;
}

/**
 * Cuts a set of squares into connected pieces of about the given sizes (km²). Each cut halves a
 * block by size, along an oblique line, or along a river or a divide near that line. Remaining
 * squares belong to no piece, and sizes without space are not used.
 */
export function partition(
  division: Division,
  squares: ReadonlySet<Square>,
  sizes: readonly number[],
): Set<Square>[] {
  const { lattice } = division;
  const left = [...sizes];
  return connected(lattice, squares).flatMap((block) => {
    const area = areaOf(lattice, block);
    const wanted: number[] = [];
    let sum = 0;
    for (;;) {
      const fits = left.findIndex((size) => sum + size * FILL < area);
      if (fits < 0) break;
      const [size] = left.splice(fits, 1) as [number];
      sum += size;
      wanted.push(size);
    }
    return split(division, block, wanted);
  });
}

/**
 * Returns the connected parts of a set of squares, largest first. Squares are not connected across a
 * closed side.
 */
export function connected(
  lattice: Lattice,
  squares: ReadonlySet<Square>,
  isClosed: (side: number) => boolean = () => false,
): Set<Square>[] {
  const parts: Set<Square>[] = [];
  const seen = new Set<Square>();
  for (const start of squares) {
    if (seen.has(start)) continue;
    const part = new Set<Square>([start]);
    seen.add(start);
    // The loop also visits the squares that it adds.
    for (const cell of part) {
      const sides = sidesOf(lattice, cell);
      lattice.around(cell).forEach((near, i) => {
        if (!squares.has(near) || seen.has(near) || isClosed(sides[i]!)) return;
        seen.add(near);
        part.add(near);
      });
    }
    parts.push(part);
  }
  return parts.sort((one, other) => other.size - one.size);
}

function areaOf(lattice: Lattice, squares: ReadonlySet<Square>): number {
  let sum = 0;
  for (const cell of squares) sum += lattice.area(cell);
  return sum;
}

function split(division: Division, block: Set<Square>, wanted: readonly number[]): Set<Square>[] {
  const { lattice } = division;
  const total = wanted.reduce((sum, size) => sum + size, 0);
  if (wanted.length === 0) return [];
  if (wanted.length === 1) {
    const [whole] = connected(lattice, block);
    const area = whole ? areaOf(lattice, whole) : 0;
    if (!whole || area <= total * TOO_SMALL) return [];
    if (area <= division.most) return [whole];
    const [part] = cut(division, whole, (FILL * division.most) / area);
    return connected(lattice, part).slice(0, 1);
  }
  const [first, second] = halves(wanted);
  const share = first.reduce((sum, size) => sum + size, 0) / total;
  const [low, high] = cut(division, block, share);
  return [...split(division, low, first), ...split(division, high, second)];
}

/**
 * Divides sizes into two groups with similar sums: each size, largest first, goes to the smaller
 * group.
 */
function halves(sizes: readonly number[]): readonly [number[], number[]] {
  const heaps: readonly [number[], number[]] = [[], []];
  const sums = [0, 0];
  for (const size of [...sizes].sort((one, other) => other - one)) {
    const heap = sums[0]! <= sums[1]! ? 0 : 1;
    heaps[heap].push(size);
    sums[heap] = sums[heap]! + size;
  }
  return heaps;
}

/** A straight line across a block, in columns and rows. */
interface Straight {
  /** Returns how far a corner is beyond the line. */
  beyond(corner: Square): number;
  /** Returns the position of a corner along the line. */
  along(corner: Square): number;
  /** Returns the corner nearest to a position along the line. */
  cornerAt(along: number): Square;
  /** Length of the block across the line. */
  readonly length: number;
}

/**
 * Cuts a block in two across its longer axis. The first part has about the given share of the
 * squares.
 */
function cut(
  division: Division,
  block: ReadonlySet<Square>,
  share: number,
): readonly [Set<Square>, Set<Square>] {
  const { lattice } = division;
  const axis = longAxis(lattice, block);
  const [{ line, sides: seam }] = Array.from({ length: TRIALS }, () => {
    const trial = straightLine(division, block, share, axis);
    return { line: trial, ...cheapestSeam(division, block, trial) };
  }).sort((one, other) => one.cost - other.cost) as [Seam & { readonly line: Straight }];
  const isBeyond = (part: ReadonlySet<Square>): boolean => {
    let sum = 0;
    for (const cell of part) sum += line.beyond(cell);
    return sum > 0;
  };
  const parts = [new Set<Square>(), new Set<Square>()] as const;
  for (const part of connected(lattice, block, (side) => seam.has(side))) {
    const side = parts[isBeyond(part) ? 1 : 0];
    for (const cell of part) side.add(cell);
  }
  return parts;
}

/** Returns the oblique line that cuts off the given share of a block. */
function straightLine(
  { lattice, random }: Division,
  block: ReadonlySet<Square>,
  share: number,
  [x, y]: readonly [number, number],
): Straight {
  const [turnX, turnY] = random.direction();
  const [east, north] = [x + TURN * turnX, y + TURN * turnY];
  const length = Math.sqrt(east * east + north * north);
  const [dx, dy] = [east / length, north / length];
  const across = (cell: Square): number => lattice.columnOf(cell) * dx + lattice.rowOf(cell) * dy;
  const sorted = Float64Array.from(block, across).sort();
  const at = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return {
    beyond: (corner) => across(corner) - at,
    along: (corner) => lattice.rowOf(corner) * dx - lattice.columnOf(corner) * dy,
    cornerAt: (along) =>
      lattice.square(Math.round(at * dx - along * dy), Math.round(at * dy + along * dx)),
    length: sorted.at(-1)! - sorted[0]!,
  };
}

/** Returns the direction, of length 1, in which a block is longest. */
function longAxis(lattice: Lattice, block: ReadonlySet<Square>): readonly [number, number] {
  let [sumX, sumY, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (const cell of block) {
    const [x, y] = [lattice.columnOf(cell), lattice.rowOf(cell)];
    sumX += x;
    sumY += y;
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  const [meanX, meanY] = [sumX / block.size, sumY / block.size];
  const [a, b] = [xx / block.size - meanX * meanX, yy / block.size - meanY * meanY];
  const c = xy / block.size - meanX * meanY;
  // The eigenvector of the larger eigenvalue of the covariance.
  const larger = (a + b) / 2 + Math.sqrt(((a - b) / 2) ** 2 + c * c);
  const [x, y] = Math.abs(c) > 1e-9 ? [larger - b, c] : a >= b ? [1, 0] : [0, 1];
  const length = Math.sqrt(x * x + y * y);
  return [x / length, y / length];
}

/** A seam: its sides, and its cost in proportion to the length of the straight line. */
interface Seam {
  readonly sides: ReadonlySet<number>;
  readonly cost: number;
}

/**
 * Returns the sides of squares on the cheapest way along a line from one end of a block to the
 * other (Dijkstra).
 */
function cheapestSeam(
  { lattice, catchmentOf }: Division,
  block: ReadonlySet<Square>,
  line: Straight,
): Seam {
  const slack = Math.max(3, line.length * SLACK);
  let [first, last] = [Infinity, -Infinity];
  const queue = createHeap();
  const costs = new Map<Square, number>();
  for (const cell of block) {
    if (Math.abs(line.beyond(cell)) > slack) continue;
    const along = line.along(cell);
    if (along < first) first = along;
    if (along > last) last = along;
  }
  const start = line.cornerAt(first - 3);
  costs.set(start, 0);
  queue.push(start, 0);
  const sideCost = (side: number, from: Square, to: Square): number => {
    const [one, other] = squaresBeside(lattice, side);
    if (!block.has(one) || !block.has(other)) return COST.outside;
    if (follows(lattice, from) && follows(lattice, to)) return COST.followed;
    if (catchmentOf(one) !== catchmentOf(other)) return COST.divide;
    const ahead = Math.abs(line.along(to) - line.along(from));
    const aside = Math.abs(line.beyond(to) - line.beyond(from));
    return ahead + COST.aside * aside;
  };
  const came = new Map<Square, { readonly from: Square; readonly side: number }>();
  const done = new Set<Square>();
  for (let corner = queue.pop(); corner >= 0; corner = queue.pop()) {
    if (done.has(corner)) continue;
    done.add(corner);
    if (line.along(corner) > last + 1) {
      return { sides: wayTo(corner, came), cost: costs.get(corner)! / (last - first + 1) };
    }
    sidesAt(lattice, corner).forEach((side, i) => {
      const to = lattice.around(corner)[i]!;
      const off = Math.abs(line.beyond(to));
      if (off > slack || done.has(to) || line.along(to) < first - 5) return;
      const cost = costs.get(corner)! + sideCost(side, corner, to) + OFF * off;
      if (cost >= (costs.get(to) ?? Infinity)) return;
      costs.set(to, cost);
      came.set(to, { from: corner, side });
      queue.push(to, cost);
    });
  }
  return { sides: new Set(), cost: Infinity };
}

const follows = (lattice: Lattice, corner: Square): boolean =>
  lattice.follows(lattice.columnOf(corner), lattice.rowOf(corner));

function wayTo(
  end: Square,
  came: ReadonlyMap<Square, { readonly from: Square; readonly side: number }>,
): ReadonlySet<number> {
  const sides = new Set<number>();
  for (let step = came.get(end); step; step = came.get(step.from)) sides.add(step.side);
  return sides;
}

// A corner has the number of the square to its north-east. The number of a side is twice that of
// its western or southern corner, plus one if the side runs north.

/** Returns the sides of a square to the east, north, west and south. */
function sidesOf(lattice: Lattice, square: Square): readonly number[] {
  const [east, north] = lattice.around(square);
  return [east * 2 + 1, north * 2, square * 2 + 1, square * 2];
}

/** Returns the sides that lead from a corner to the east, north, west and south. */
function sidesAt(lattice: Lattice, corner: Square): readonly number[] {
  const [, , west, south] = lattice.around(corner);
  return [corner * 2, corner * 2 + 1, west * 2, south * 2 + 1];
}

/** Returns the two squares that share a side. */
function squaresBeside(lattice: Lattice, side: number): readonly [Square, Square] {
  const isNorth = side % 2;
  const square = (side - isNorth) / 2;
  const [, , west, south] = lattice.around(square);
  return [square, isNorth ? west : south];
}
