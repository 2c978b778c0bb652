import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './distance.ts';
import { createNearest, KM_PER_DEGREE, shrink } from './distance.ts';
import { hashCell, hashName } from './random.ts';
import { assembleRings } from './rings.ts';

/** A square of the lattice, by number. */
export type Square = number;

/**
 * A lattice of squares, `step` degrees wide, for permits. Without lines, it is aligned to meridians
 * and parallels. With lines, corners near a line, such as a river, are moved onto it, so that
 * borders follow it, and the other corners are moved at random, so that none follows a meridian.
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
  /**
   * Returns the places between two corners on the same line, if the line is not much longer than
   * the straight way between them.
   */
  between(from: Position, to: Position): readonly Place[];
  /** Returns the neighbours to the east, north, west and south. */
  around(square: Square): readonly [Square, Square, Square, Square];
  /**
   * Returns the outline of a set of squares, as valid rings wound as in RFC 7946. With lines, all
   * corners are kept, because areas share them with their neighbours.
   */
  outline(squares: ReadonlySet<Square>): Polygon | MultiPolygon;
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
/** Maximum random shift of a corner on either axis, in steps. */
const SHAKE = 0.23;

/** Maximum number of places along a line between two corners on it. */
const MOST_BETWEEN = 120;

/** The corners of squares as drawn. */
interface Corners extends Pick<Lattice, 'follows' | 'between'> {
  at(column: number, row: number): Place;
}

/** Returns the corners of a lattice that follows lines: on a line near them, or moved at random. */
function cornersOnLines(step: number, lines: readonly (readonly Place[])[]): Corners {
  const follow = lines.flat();
  const lineOf = lines.flatMap((line, number) => line.map(() => number));
  const near = createNearest(step, follow);
  const seed = hashName('lattice');
  const moved = new Map<string, Place | null>();
  /** Numbers of the places on lines to which corners were moved, by position. */
  const numbers = new Map<string, number>();
  const movedTo = (column: number, row: number): Place | null => {
    const key = `${column} ${row}`;
    const known = moved.get(key);
    if (known !== undefined) return known;
    const corner: Place = [column * step, row * step];
    const found = near.nearest(corner, REACH * step * KM_PER_DEGREE * shrink(corner[1]));
    const place = found ? follow[found.index]! : null;
    if (found) numbers.set(String(rounded(follow[found.index]!)), found.index);
    moved.set(key, place);
    return place;
  };
  const shift = (axis: number, column: number, row: number): number =>
    (2 * hashCell(seed + axis, column, row) - 1) * SHAKE;
  return {
    at: (column, row) =>
      movedTo(column, row) ?? [
        (column + shift(0, column, row)) * step,
        (row + shift(1, column, row)) * step,
      ],
    follows: (column, row) => movedTo(column, row) !== null,
    between(from, to) {
      const [start, end] = [numbers.get(String(from)), numbers.get(String(to))];
      if (start === undefined || end === undefined || lineOf[start] !== lineOf[end]) return [];
      if (Math.abs(end - start) > MOST_BETWEEN) return [];
      return start < end ? follow.slice(start + 1, end) : follow.slice(end + 1, start).toReversed();
    },
  };
}

/** Creates the lattice. `lines` are the lines that borders follow, as places close to each other. */
export function createLattice(step: number, lines: readonly (readonly Place[])[] = []): Lattice {
  const isStraight = lines.length === 0;
  const corners: Corners = isStraight
    ? {
        at: (column, row) => [column * step, row * step],
        follows: () => false,
        between: () => [],
      }
    : cornersOnLines(step, lines);
  const square = (column: number, row: number): Square => (column + HALF) * STRIDE + row + HALF;
  const columnOf = (cell: Square): number => Math.floor(cell / STRIDE) - HALF;
  const rowOf = (cell: Square): number => (cell % STRIDE) - HALF;
  const corner = corners.at;
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
    follows: corners.follows,
    between: corners.between,
    around: (cell) => [cell + STRIDE, cell + 1, cell - STRIDE, cell - 1],
    area(cell) {
      const width = step * KM_PER_DEGREE;
      return width * width * shrink(lattice.centre(cell)[1]);
    },
    outline(squares) {
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
          return isStraight ? withoutNeedless(places) : [...places, places[0]!];
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
