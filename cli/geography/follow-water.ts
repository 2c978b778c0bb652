import { distance, simplifyLine, type Line, type Point } from './geometry.ts';
import { densify, KM, pointIndex, type WaterPoint } from './channels.ts';

/**
 * Maximum distance by which a line is moved, in degrees. It is larger than the errors of a 1:50
 * million map.
 */
const CORRIDOR = 14 * KM;
/** Maximum distance between two successive points of the path, in degrees. */
const REACH = 9 * KM;
const SPACING = 3 * KM;
/** Maximum distance by which the end of a line is moved, in degrees. */
const END_REACH = 6 * KM;
/** Factor for the cost of a step on the old line, compared with a step through shallow water. */
const OLD_LINE = 5;
/** Number of times that points in water are averaged with their neighbours. */
const ROUNDS = 4;
/** Tolerance of the simplification after the move, in degrees. */
const TOLERANCE = 0.15 * KM;

/** Moves rivers and borders of a coarse map to the middle of the corresponding water areas. */
export class WaterFollower {
  readonly #points: readonly WaterPoint[];
  readonly #index: ReturnType<typeof pointIndex>;

  constructor(points: readonly WaterPoint[]) {
    this.#points = points;
    this.#index = pointIndex(points.map(({ at }) => at));
  }

  /**
   * Returns the point of water nearest to the end of a line, or the end itself if there is none
   * within 6 km.
   */
  moveEnd(point: Point): Point {
    const [nearest] = this.#index.neighbors(...point, 1, END_REACH);
    return nearest === undefined ? point : this.#points[nearest]!.at;
  }

  /**
   * Moves a line, but not its ends, into the water areas beside it. Elsewhere, the line does not
   * change.
   */
  move(line: Line): Line {
    const old = densify(line, SPACING);
    const near = this.#near(old);
    if (near.length === 0) return line;
    const path = cheapestPath(old, near);
    let points = path.map(({ at }) => at);
    for (let round = 0; round < ROUNDS; round += 1) {
      points = points.map((point, i) => {
        const [before, after] = [points[i - 1], points[i + 1]];
        return path[i]!.water && before && after ? average(before, point, after) : point;
      });
    }
    return simplifyLine(points, TOLERANCE);
  }

  #near(line: Line): WaterPoint[] {
    const found = new Set(
      line.flatMap((point) => this.#index.neighbors(...point, Infinity, CORRIDOR)),
    );
    return [...found].sort((a, b) => a - b).map((i) => this.#points[i]!);
  }
}

function average([x1, y1]: Point, [x2, y2]: Point, [x3, y3]: Point): Point {
  return [(x1 + 2 * x2 + x3) / 4, (y1 + 2 * y2 + y3) / 4];
}

interface Step {
  readonly at: Point;
  readonly water: boolean;
}

/**
 * Returns the cheapest path (Dijkstra) from the first to the last point of `old`, through its
 * points and those in water. A step costs the square of its length, so the path follows dense
 * points. Steps far from the bank cost less, so the path follows the main channel.
 */
function cheapestPath(old: Line, water: readonly WaterPoint[]): Step[] {
  const points = [...old, ...water.map(({ at }) => at)];
  const factors = [
    ...old.map(() => OLD_LINE),
    ...water.map(({ depth }) => 1 / (0.5 + Math.min(depth, 3))),
  ];
  const index = pointIndex(points);
  const cost = new Float64Array(points.length).fill(Infinity);
  const from = new Int32Array(points.length).fill(-1);
  const last = old.length - 1;
  const open = new Queue();
  cost[0] = 0;
  open.push(0, 0);
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, paid] = next;
    if (paid > cost[at]!) continue;
    if (at === last) break;
    for (const i of index.neighbors(...points[at]!, Infinity, REACH)) {
      const factor = Math.max(factors[at]!, factors[i]!);
      const hop = paid + factor * distance(points[at]!, points[i]!) ** 2;
      if (hop >= cost[i]!) continue;
      cost[i] = hop;
      from[i] = at;
      open.push(i, hop);
    }
  }
  const path: Step[] = [];
  for (let i = last; i >= 0; i = from[i]!) path.unshift({ at: points[i]!, water: i > last });
  return path;
}

/** A priority queue of points, lowest cost first (binary heap). */
class Queue {
  readonly #heap: [number, number][] = [];

  push(at: number, cost: number): void {
    const heap = this.#heap;
    let i = heap.length;
    heap.push([at, cost]);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (heap[parent]![1] <= cost) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = [at, cost];
  }

  pop(): [number, number] | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const moved = heap.pop();
    if (!moved || heap.length === 0) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]![1] < heap[child]![1]) child += 1;
      if (heap[child]![1] >= moved[1]) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = moved;
    return top;
  }
}
