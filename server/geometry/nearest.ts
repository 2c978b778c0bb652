/** Distances between geometries: along all edges, as `ST_Distance` of a geography in PostGIS. */
import { tick } from './deadline.ts';
import { FAN, type EdgeTree } from './edge-tree.ts';
import { BOX_SIZE, lineBetween, squareOfBoxes, type ShortestLine } from './sphere.ts';

/** Steps that a comparison of two boxes of edges takes. */
const STEPS_PER_PAIR = 16;

/**
 * Returns the shortest line from one geometry to another that does not touch it; null if the square
 * of their chord on the sphere is not below a limit. The nearest places are found on the sphere, and
 * the line between them is measured on the ellipsoid.
 */
export function shortestLine(a: EdgeTree, b: EdgeTree, limit: number): ShortestLine | null {
  const search = new PairSearch(a, b, limit);
  search.visit({ levelA: a.levels.length - 1, a: 0, levelB: b.levels.length - 1, b: 0 });
  return search.square < limit ? lineBetween(search.line) : null;
}

/**
 * Returns the square of a distance: all edges of a tree are at least this far from a box of
 * `boxOnSphere`. The result is at most `limit`.
 */
export function squareToBox(tree: EdgeTree, box: Float64Array, limit: number): number {
  const { levels } = tree;
  let least = limit;
  const visit = (level: number, index: number): void => {
    tick();
    const boxes = levels[level]!;
    const end = Math.min(boxes.length, BOX_SIZE * (index + 1) * FAN);
    for (let at = BOX_SIZE * index * FAN; at < end; at += BOX_SIZE) {
      const square = squareOfBoxes(boxes, at, box, 0);
      if (square >= least) continue;
      if (level === 0) least = square;
      else visit(level - 1, at / BOX_SIZE);
    }
  };
  visit(levels.length - 1, 0);
  return least;
}

/** A box of each tree. */
interface BoxPair {
  readonly levelA: number;
  readonly a: number;
  readonly levelB: number;
  readonly b: number;
}

/** Finds the nearest pair of places of two trees: the nearest boxes first, and no box that is farther. */
class PairSearch {
  /** The square of the smallest distance so far. */
  square: number;
  /** The two places with this distance; the first is of the tree whose vertex is nearest. */
  readonly #places = new Float64Array(6);
  /** Whether the first place is of the second tree. */
  #isBack = false;
  readonly #a: EdgeTree;
  readonly #b: EdgeTree;

  constructor(a: EdgeTree, b: EdgeTree, limit: number) {
    this.#a = a;
    this.#b = b;
    this.square = limit;
  }

  /** The place of the first tree, then that of the second. */
  get line(): Float64Array {
    const places = this.#places;
    return this.#isBack ? Float64Array.of(...places.subarray(3), ...places.subarray(0, 3)) : places;
  }

  visit(pair: BoxPair): void {
    tick();
    const { levelA, levelB } = pair;
    if (levelA === 0 && levelB === 0) {
      this.#compareEdges(pair.a, pair.b);
      return;
    }
    const below = levelA >= levelB ? this.#belowA(pair) : this.#belowB(pair);
    const near = below.map((one) => ({ one, square: this.#squareOf(one) }));
    near.sort((p, q) => p.square - q.square);
    for (const { one, square } of near) if (square < this.square) this.visit(one);
  }

  #belowA({ levelA, a, ...rest }: BoxPair): BoxPair[] {
    return childrenOf(this.#a, levelA, a).map((child) => ({
      ...rest,
      levelA: levelA - 1,
      a: child,
    }));
  }

  #belowB({ levelB, b, ...rest }: BoxPair): BoxPair[] {
    return childrenOf(this.#b, levelB, b).map((child) => ({
      ...rest,
      levelB: levelB - 1,
      b: child,
    }));
  }

  #squareOf({ levelA, a, levelB, b }: BoxPair): number {
    const [boxesA, boxesB] = [this.#a.levels[levelA]!, this.#b.levels[levelB]!];
    return squareOfBoxes(boxesA, BOX_SIZE * a, boxesB, BOX_SIZE * b);
  }

  /** Compares the edges of two boxes of the lowest level. */
  #compareEdges(a: number, b: number): void {
    tick(STEPS_PER_PAIR);
    const [edgesA, edgesB] = [this.#a.edges, this.#b.edges];
    for (let i = a * FAN; i < Math.min(edgesA.length, (a + 1) * FAN); i++)
      for (let j = b * FAN; j < Math.min(edgesB.length, (b + 1) * FAN); j++) {
        const [from, to] = [edgesA[i]!, edgesB[j]!];
        // Edges do not cross, so one of the nearest places is an end.
        this.#compareEnds(this.#a, from, this.#b, to);
        this.#compareEnds(this.#b, to, this.#a, from);
      }
  }

  /** Compares the ends of an edge with another edge. */
  #compareEnds(of: EdgeTree, edge: number, other: EdgeTree, to: number): void {
    this.#comparePlace(of.places, edge, other, to);
    this.#comparePlace(of.places, edge + 3, other, to);
  }

  /** Compares a place with the nearest place of an edge. */
  #comparePlace(places: Float64Array, p: number, { places: ends }: EdgeTree, a: number): void {
    const px = places[p]!;
    const py = places[p + 1]!;
    const pz = places[p + 2]!;
    let x = ends[a]!;
    let y = ends[a + 1]!;
    let z = ends[a + 2]!;
    const dx = ends[a + 3]! - x;
    const dy = ends[a + 4]! - y;
    const dz = ends[a + 5]! - z;
    const along = (px - x) * dx + (py - y) * dy + (pz - z) * dz;
    if (along > 0) {
      const t = Math.min(1, along / (dx * dx + dy * dy + dz * dz));
      x += t * dx;
      y += t * dy;
      z += t * dz;
      // From the chord to the sphere.
      const radius = Math.sqrt(x * x + y * y + z * z);
      x /= radius;
      y /= radius;
      z /= radius;
    }
    const square = (px - x) ** 2 + (py - y) ** 2 + (pz - z) ** 2;
    if (square >= this.square) return;
    this.square = square;
    this.#places.set([px, py, pz, x, y, z]);
    this.#isBack = places === this.#b.places;
  }
}

function childrenOf(tree: EdgeTree, level: number, index: number): number[] {
  const first = index * FAN;
  const count = Math.min(FAN, tree.levels[level - 1]!.length / BOX_SIZE - first);
  return Array.from({ length: count }, (_, i) => first + i);
}
