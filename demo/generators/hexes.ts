import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './distance.ts';
import { KM_PER_DEGREE } from './distance.ts';
import { hashCell, hashName } from './random.ts';
import { assembleRings } from './rings.ts';

/** A hexagon of the lattice, by number. */
export type Cell = number;

/**
 * Returns the number of the area that a cell belongs to. Cells outside all areas share one number,
 * such as -1.
 */
export type Labels = (cell: Cell) => number;

/**
 * A lattice of hexagons over the region. Their corners are shifted randomly, so that areas made of
 * cells have irregular, natural edges. The corners of adjacent areas are exactly the same.
 */
export interface Hexes {
  at(place: Place): Cell;
  centre(cell: Cell): Place;
  /** Returns the six neighbours of a cell, counter-clockwise from the north-west. */
  around(cell: Cell): readonly [Cell, Cell, Cell, Cell, Cell, Cell];
  /** Returns every position at which an outline may draw a corner of the cell, smoothed or not. */
  drawnCorners(cell: Cell): readonly Place[];
  /** Returns the outline of a set of cells, as valid rings wound as in RFC 7946. */
  outline(cells: ReadonlySet<Cell>, labels?: Labels): Polygon | MultiPolygon;
  /** Area of one cell, in square kilometres. */
  readonly area: number;
}

/**
 * Maximum number of rows and columns. Rows and columns are between -STRIDE/2 and STRIDE/2, counted
 * from MIDDLE, which is enough for the region in cells of 100 m. Twice the number of a cell is
 * below 2^31, so engines store it without allocating memory.
 */
const STRIDE = 1 << 15;
const HALF = STRIDE / 2;
/** Longitude of column 0, in degrees. */
const MIDDLE = 20;
const ROOT_3 = Math.sqrt(3);

/**
 * Maximum random shift of a corner, in edge lengths. Smoothing adds at most a quarter. As long as
 * the sum of both is below one half, no triangle (centre, corner, next corner) can turn over, so
 * outlines never cross themselves or each other.
 */
const SHAKE = 0.24;

/** Creates the lattice. `edge` is the edge length in kilometres. */
export function createHexes(seed: string, edge: number): Hexes {
  const size = edge / KM_PER_DEGREE;
  const start = hashName(seed);
  const cellOf = (q: number, r: number): Cell => (q + HALF) * STRIDE + (r + HALF);
  const qOf = (cell: Cell): number => Math.floor(cell / STRIDE) - HALF;
  const rOf = (cell: Cell): number => (cell % STRIDE) - HALF;
  const centre = (cell: Cell): Place => {
    const r = rOf(cell);
    return [MIDDLE + size * ROOT_3 * (qOf(cell) + r / 2), size * 1.5 * r];
  };

  const shaken = createShaken(start, size, centre);
  const smoothing = (corner: number): number => smoothingOf(start, corner);

  /**
   * Returns the drawn position of a corner: moved towards its neighbours on the border, unless
   * three areas meet there. Each corner is moved by another part of the way: if all were smoothed
   * alike, all borders would run in the three directions of the lattice.
   */
  const smoothed = (corner: number, labels: Labels): Place => {
    const south = corner % 2;
    const cell = (corner - south) / 2;
    const own = labels(cell);
    const left = labels(south ? cell - 1 : cell - STRIDE + 1);
    const right = labels(south ? cell + STRIDE - 1 : cell + 1);
    const here = shaken(corner);
    const isBorder = [own !== left, own !== right, left !== right];
    const ends = endsOf(corner).filter((_, side) => isBorder[side]);
    return ends.length === 2
      ? between(here, [shaken(ends[0]!), shaken(ends[1]!)], smoothing(corner))
      : here;
  };

  return {
    around,
    centre,
    area: 1.5 * ROOT_3 * edge * edge,
    drawnCorners(cell) {
      const places: Place[] = [];
      const corners = cornersOf(cell);
      const own = corners.map(shaken);
      for (let i = 0; i < corners.length; i++) {
        const here = own[i]!;
        const [before, after] = [own[(i + 5) % 6]!, own[(i + 1) % 6]!];
        const away = shaken(endsOf(corners[i]!).find((end) => !corners.includes(end))!);
        const share = smoothing(corners[i]!);
        places.push(here, between(here, [before, after], share));
        places.push(between(here, [before, away], share), between(here, [after, away], share));
      }
      return places;
    },
    at([lng, lat]) {
      const r = lat / (size * 1.5);
      const q = (lng - MIDDLE) / (size * ROOT_3) - r / 2;
      return cellOf(...roundHex(q, r));
    },
    outline(cells, labels = (cell) => (cells.has(cell) ? 1 : 0)) {
      const next = new Map<number, number>();
      for (const cell of cells) {
        const corners = cornersOf(cell);
        around(cell).forEach((neighbour, side) => {
          if (!cells.has(neighbour)) next.set(corners[side]!, corners[(side + 1) % 6]!);
        });
      }
      return assembleRings(traceRings(next, (corner) => rounded(smoothed(corner, labels))));
    },
  };
}

/** Returns a function that returns the position of a corner, shifted at random. */
function createShaken(
  seed: number,
  size: number,
  centre: (cell: Cell) => Place,
): (corner: number) => Place {
  return (corner) => {
    const south = corner % 2;
    const cell = (corner - south) / 2;
    const [x, y] = centre(cell);
    let [dx, dy] = [1, 1];
    for (let attempt = 0; dx * dx + dy * dy > 1; attempt++) {
      dx = hashCell(seed + attempt * 2, Math.floor(corner / STRIDE), corner % STRIDE) * 2 - 1;
      dy = hashCell(seed + attempt * 2 + 1, Math.floor(corner / STRIDE), corner % STRIDE) * 2 - 1;
    }
    return [x + dx * SHAKE * size, y + (south ? -size : size) + dy * SHAKE * size];
  };
}

/** Returns the share by which a corner is smoothed. */
function smoothingOf(seed: number, corner: number): number {
  return hashCell(seed - 1, Math.floor(corner / STRIDE), corner % STRIDE);
}

function around(cell: Cell): ReturnType<Hexes['around']> {
  return [cell - STRIDE + 1, cell - STRIDE, cell - 1, cell + STRIDE - 1, cell + STRIDE, cell + 1];
}

// The number of a corner is twice the number of the cell whose north corner it is, or twice the
// number plus one for the south corner of a cell.

/**
 * Returns the corners of a cell, counter-clockwise. Corner `i` is the start of the side to
 * neighbour `i`.
 */
function cornersOf(cell: Cell): readonly number[] {
  return [
    cell * 2,
    (cell - STRIDE + 1) * 2 + 1,
    (cell - 1) * 2,
    cell * 2 + 1,
    (cell + STRIDE - 1) * 2,
    (cell + 1) * 2 + 1,
  ];
}

/** Returns the other ends of the three edges that meet at a corner. */
function endsOf(corner: number): readonly [number, number, number] {
  const south = corner % 2;
  const cell = (corner - south) / 2;
  return south
    ? [(cell - 1) * 2, (cell + STRIDE - 1) * 2, (cell + STRIDE - 2) * 2]
    : [(cell - STRIDE + 1) * 2 + 1, (cell + 1) * 2 + 1, (cell - STRIDE + 2) * 2 + 1];
}

/**
 * Returns the smoothed position of a corner that has two neighbours on a border: moved by a share of
 * half the way to the middle between them.
 */
function between(here: Place, [one, other]: readonly [Place, Place], share: number): Place {
  const [east, north] = [one[0] + other[0] - 2 * here[0], one[1] + other[1] - 2 * here[1]];
  return [here[0] + (east * share) / 4, here[1] + (north * share) / 4];
}

/** Rounds fractional axial coordinates to the hexagon that contains them (by cube coordinates). */
function roundHex(q: number, r: number): [q: number, r: number] {
  const s = -q - r;
  let [wholeQ, wholeR] = [Math.round(q), Math.round(r)];
  const wholeS = Math.round(s);
  const [offQ, offR, offS] = [Math.abs(wholeQ - q), Math.abs(wholeR - r), Math.abs(wholeS - s)];
  if (offQ > offR && offQ > offS) wholeQ = -wholeR - wholeS;
  else if (offR > offS) wholeR = -wholeQ - wholeS;
  return [wholeQ, wholeR];
}

/**
 * Joins border edges into closed rings. Three cells meet at a corner, so no ring touches itself.
 */
function traceRings(next: Map<number, number>, place: (corner: number) => Position): Position[][] {
  const rings: Position[][] = [];
  for (const start of Array.from(next.keys())) {
    const ring: Position[] = [];
    let corner: number | undefined = start;
    while (corner !== undefined) {
      const following: number | undefined = next.get(corner);
      if (following === undefined) break;
      next.delete(corner);
      ring.push(place(corner));
      corner = following;
    }
    if (ring.length === 0) continue;
    ring.push(ring[0]!);
    rings.push(ring);
  }
  return rings;
}

const rounded = ([lng, lat]: Place): Position => [
  Math.round(lng * 1e6) / 1e6,
  Math.round(lat * 1e6) / 1e6,
];
