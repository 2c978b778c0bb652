import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './distance.ts';
import { createNearest, KM_PER_DEGREE, shrink } from './distance.ts';
import { assembleRings } from './rings.ts';

/** A square of the lattice, by number. */
export type Square = number;

/**
 * A lattice of squares, `step` degrees wide, aligned to meridians and parallels, for permits with
 * straight borders. Corners near a given line, such as a river, are moved onto it, so that borders
 * follow the line.
 */
export interface Lattice {
  readonly step: number;
  /** Returns the square at a column and row, counted from 0 degrees. */
  square(column: number, row: number): Square;
  columnOf(square: Square): number;
  rowOf(square: Square): number;
  at(place: Place): Square;
  centre(square: Square): Place;
  /** Returns the four corners as drawn, counter-clockwise from the south-west. */
  corners(square: Square): readonly [Place, Place, Place, Place];
  /**
   * Returns true if a corner, given by its column and row, is on one of the lines that borders
   * follow.
   */
  follows(column: number, row: number): boolean;
  /** Returns the neighbours to the east, north, west and south. */
  around(square: Square): readonly [Square, Square, Square, Square];
  /**
   * Returns the outline of a set of squares, as valid rings wound as in RFC 7946. With `every`,
   * corners on a straight line are kept, for areas that share corners with their neighbours.
   */
  outline(
    squares: ReadonlySet<Square>,
    options?: { readonly every?: boolean },
  ): Polygon | MultiPolygon;
  /** Returns the area of a square before its corners are moved, in square kilometres. */
  area(square: Square): number;
}

/**
 * Maximum number of columns and rows. Both are between -HALF and HALF, which is enough for the
 * region in squares of half a minute or larger.
 */
const STRIDE = 1 << 15;
const HALF = STRIDE / 2;
/**
 * Maximum shift of a corner, in steps. Below 0.35, no triangle of corners can turn over, so
 * outlines never cross themselves or each other.
 */
const REACH = 0.33;

/** Creates the lattice. `follow` contains places along the lines that borders follow. */
export function createLattice(step: number, follow: readonly Place[] = []): Lattice {
  const lines = createNearest(step, follow);
  const square = (column: number, row: number): Square => (column + HALF) * STRIDE + row + HALF;
  const columnOf = (cell: Square): number => Math.floor(cell / STRIDE) - HALF;
  const rowOf = (cell: Square): number => (cell % STRIDE) - HALF;
  const moved = new Map<Square, Place | null>();
  const movedTo = (column: number, row: number): Place | null => {
    if (lines.size === 0) return null;
    const key = square(column, row);
    const known = moved.get(key);
    if (known !== undefined) return known;
    const corner: Place = [column * step, row * step];
    const near = lines.nearest(corner, REACH * step * KM_PER_DEGREE * shrink(corner[1]));
    const place = near ? follow[near.index]! : null;
    moved.set(key, place);
    return place;
  };
  const corner = (column: number, row: number): Place =>
    movedTo(column, row) ?? [column * step, row * step];
  const lattice: Lattice = {
    step,
    square,
    columnOf,
    rowOf,
    at: ([lng, lat]) => square(Math.floor(lng / step), Math.floor(lat / step)),
    centre: (cell) => [(columnOf(cell) + 0.5) * step, (rowOf(cell) + 0.5) * step],
    corners(cell) {
      const [column, row] = [columnOf(cell), rowOf(cell)];
      return [
        corner(column, row),
        corner(column + 1, row),
        corner(column + 1, row + 1),
        corner(column, row + 1),
      ];
    },
    follows: (column, row) => movedTo(column, row) !== null,
    around: (cell) => [cell + STRIDE, cell + 1, cell - STRIDE, cell - 1],
    area(cell) {
      const width = step * KM_PER_DEGREE;
      return width * width * shrink(lattice.centre(cell)[1]);
    },
    outline(squares, { every = false } = {}) {
      // The border runs counter-clockwise around each square, with the inside on its left.
      const next = new Map<Square, Square[]>();
      for (const cell of squares) {
        const [east, north, west, south] = lattice.around(cell);
        const [sw, se] = [cell, cell + STRIDE];
        const sides: readonly (readonly [Square, Square, Square])[] = [
          [south, sw, se],
          [east, se, se + 1],
          [north, se + 1, sw + 1],
          [west, sw + 1, sw],
        ];
        for (const [beyond, from, to] of sides) {
          if (squares.has(beyond)) continue;
          const ways = next.get(from);
          if (ways) ways.push(to);
          else next.set(from, [to]);
        }
      }
      return assembleRings(
        trace(next).map((ring) => {
          const places = ring.map((at) => rounded(corner(columnOf(at), rowOf(at))));
          return every ? [...places, places[0]!] : withoutNeedless(places);
        }),
      );
    },
  };
  return lattice;
}

/**
 * Joins border edges into rings. Where two squares share only a corner, the border turns left, so
 * that only squares with a common side are connected. A ring that returns to a corner is split there.
 */
function trace(next: Map<Square, Square[]>): Square[][] {
  const rings: Square[][] = [];
  for (const start of [...next.keys()].sort((one, other) => one - other)) {
    while ((next.get(start)?.length ?? 0) > 0) {
      const path: Square[] = [start];
      const seen = new Map<Square, number>([[start, 0]]);
      let from = start;
      let direction = 0;
      for (;;) {
        const ways = next.get(from)!;
        const way = ways.length > 1 ? leftmost(ways, from, direction) : 0;
        const [to] = ways.splice(way, 1) as [Square];
        direction = to - from;
        from = to;
        const before = seen.get(to);
        if (before === undefined) {
          seen.set(to, path.length);
          path.push(to);
          continue;
        }
        const ring = path.splice(before + 1);
        rings.push([to, ...ring]);
        for (const corner of ring) seen.delete(corner);
        if (path.length === 1 && to === start) break;
      }
    }
  }
  return rings;
}

/** Returns the direction that turns left after a step, of two possible directions. */
function leftmost(ways: readonly Square[], from: Square, direction: number): number {
  const turned = new Map([
    [STRIDE, 1],
    [1, -STRIDE],
    [-STRIDE, -1],
    [-1, STRIDE],
  ]).get(direction);
  return Math.max(
    0,
    ways.findIndex((way) => way - from === turned),
  );
}

/** Closes a ring and removes corners within straight lines along a meridian or parallel. */
function withoutNeedless(ring: readonly Position[]): Position[] {
  const kept = ring.filter((here, i) => {
    const before = ring[(i + ring.length - 1) % ring.length]!;
    const after = ring[(i + 1) % ring.length]!;
    return ![0, 1].some((axis) => before[axis] === here[axis] && here[axis] === after[axis]);
  });
  return [...kept, kept[0]!];
}

/** Rounds to six decimals, a tenth of a metre. This is exact for squares of half a minute. */
function rounded([lng, lat]: Place): Position {
  return [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];
}
