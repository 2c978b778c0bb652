import type { Lattice, Square } from './lattice.ts';

/**
 * Costs of a step of a seam, which is the line along which a block is divided: along the axis,
 * across it, along a line that borders follow, and elsewhere.
 */
const COST = { along: 1, across: 2, followed: 0.12, off: 0.02 } as const;
/** Maximum distance between a seam and a straight line, as a share of the width of the block. */
const SLACK = 0.22;
/** Minimum share of the last requested size that must fit into the free part of a block. */
const FILL = 0.8;
/** Minimum size of a piece, as a share of its requested size. Smaller pieces are left out. */
const TOO_SMALL = 0.35;

/**
 * Cuts a set of squares into connected pieces of about the given sizes (km²). Each cut halves a
 * block by size. It is straight unless a line that borders follow is near. Remaining squares belong
 * to no piece, and sizes without space are not used.
 */
export function partition(
  lattice: Lattice,
  squares: ReadonlySet<Square>,
  sizes: readonly number[],
): Set<Square>[] {
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
    return split(lattice, block, wanted);
  });
}

/** Returns the connected parts of a set of squares, largest first. */
export function connected(lattice: Lattice, squares: ReadonlySet<Square>): Set<Square>[] {
  const parts: Set<Square>[] = [];
  const seen = new Set<Square>();
  for (const start of squares) {
    if (seen.has(start)) continue;
    const part = new Set<Square>([start]);
    seen.add(start);
    // The loop also visits the squares that it adds.
    for (const cell of part) {
      for (const near of lattice.around(cell)) {
        if (!squares.has(near) || seen.has(near)) continue;
        seen.add(near);
        part.add(near);
      }
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

function split(lattice: Lattice, block: Set<Square>, wanted: readonly number[]): Set<Square>[] {
  const total = wanted.reduce((sum, size) => sum + size, 0);
  if (wanted.length === 0) return [];
  if (wanted.length === 1) {
    const [whole] = connected(lattice, block);
    return whole && areaOf(lattice, whole) > total * TOO_SMALL ? [whole] : [];
  }
  const [first, second] = halves(wanted);
  const share = first.reduce((sum, size) => sum + size, 0) / total;
  const [low, high] = cut(lattice, block, share);
  return [...split(lattice, low, first), ...split(lattice, high, second)];
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

/**
 * Cuts a block in two across its longer side. The first part has the given share of the squares.
 */
function cut(
  lattice: Lattice,
  block: ReadonlySet<Square>,
  share: number,
): readonly [Set<Square>, Set<Square>] {
  const columns = [...block].map((cell) => lattice.columnOf(cell));
  const rows = [...block].map((cell) => lattice.rowOf(cell));
  const span = (values: readonly number[]): readonly [number, number] => [
    values.reduce((a, b) => Math.min(a, b)),
    values.reduce((a, b) => Math.max(a, b)),
  ];
  const [wide, tall] = [span(columns), span(rows)];
  const isWide = wide[1] - wide[0] >= tall[1] - tall[0];
  // `across` is the axis that is divided, and `along` is the axis along which the seam runs.
  const across = isWide ? wide : tall;
  const along = isWide ? tall : wide;
  const middle = shareAt(isWide ? columns : rows, share);
  const slack = Math.max(2, Math.round((across[1] - across[0]) * SLACK));
  const low = Math.max(across[0] + 1, middle - slack);
  const high = Math.min(across[1], middle + slack);
  const follows = (at: number, step: number): boolean =>
    isWide ? lattice.follows(at, step) : lattice.follows(step, at);
  const has = (at: number, step: number): boolean =>
    block.has(isWide ? lattice.square(at, step) : lattice.square(step, at));
  const seam = cheapestSeam({ low, high, along, middle, follows, has });
  const parts = [new Set<Square>(), new Set<Square>()] as const;
  for (const cell of block) {
    const at = isWide ? lattice.columnOf(cell) : lattice.rowOf(cell);
    const step = isWide ? lattice.rowOf(cell) : lattice.columnOf(cell);
    parts[at < seam[step - along[0]]! ? 0 : 1].add(cell);
  }
  return parts;
}

/** Returns the position on an axis below which the given share of the values is. */
function shareAt(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

interface Ways {
  /** Lowest position of the seam. */
  readonly low: number;
  /** Highest position of the seam. */
  readonly high: number;
  readonly along: readonly [from: number, to: number];
  readonly middle: number;
  /** Returns true if a corner is on a line that borders follow. */
  follows(at: number, step: number): boolean;
  /** Returns true if the square that follows a corner of the seam belongs to the block. */
  has(at: number, step: number): boolean;
}

/** Returns the position of the cheapest seam at each step (dynamic programming over steps). */
function cheapestSeam({ low, high, along, middle, follows, has }: Ways): number[] {
  const width = high - low + 1;
  if (width < 1) return Array.from({ length: along[1] - along[0] + 1 }, () => middle);
  const came: Int32Array[] = [];
  let costs = new Float64Array(width);
  for (let step = along[0]; step <= along[1]; step++) {
    const next = new Float64Array(width).fill(Infinity);
    const from = new Int32Array(width);
    for (let to = 0; to < width; to++) {
      // The seam first moves sideways at the corner between the last step and this step, and then
      // one step along the axis.
      for (const direction of [-1, 1]) {
        let sideways = 0;
        for (let at = to; at >= 0 && at < width; at += direction) {
          if (at !== to) {
            const both = follows(low + at, step) && follows(low + at - direction, step);
            sideways += both ? COST.followed : COST.across;
          }
          if (costs[at]! + sideways < next[to]!) {
            next[to] = costs[at]! + sideways;
            from[to] = at;
          }
        }
      }
      const column = low + to;
      const isInside = has(column, step) || has(column - 1, step);
      const both = follows(column, step) && follows(column, step + 1);
      next[to]! += isInside ? (both ? COST.followed : COST.along) : 0;
      next[to]! += COST.off * Math.abs(column - middle);
    }
    came.push(from);
    costs = next;
  }
  let at = costs.indexOf(costs.reduce((one, other) => Math.min(one, other)));
  const seam: number[] = [];
  for (let i = came.length - 1; i >= 0; i--) {
    seam[i] = low + at;
    at = came[i]![at]!;
  }
  return seam;
}
